import { CircleAlert } from 'lucide-react'
import { useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { Money } from '../kit/Money'
import { Avatar } from '../ui/Avatar'
import { Badge, StatusBadge, StatusDot, type Tone } from '../ui/Badge'
import { Banner } from '../ui/Banner'
import { Logo } from '../ui/Logo'
import { Line, Part } from './Part'

const TONES: readonly Tone[] = [
  'awaiting',
  'atention',
  'error',
  'info',
  'success',
  'neutral',
  'primary',
  'secondary',
]
const BANNERS = ['info', 'awaiting', 'atention', 'error', 'success'] as const

export function Signs() {
  const t = useT('showcase')
  return (
    <Part name="signs">
      <Line>
        {TONES.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {t(`showcase.tone.${tone}`)}
          </StatusBadge>
        ))}
      </Line>
      <Line>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {t(`showcase.tone.${tone}`)}
          </Badge>
        ))}
      </Line>
      <Line>
        {TONES.map((tone) => (
          <StatusDot key={tone} tone={tone} />
        ))}
        <Avatar name={t('showcase.person')} shape="round" />
        <Avatar name={t('showcase.thing')} />
        <Logo />
        <span>
          <Money value={{ amount: 124_990, currency: 'BRL' }} />
        </span>
        <span>
          <Money value={{ amount: -500, currency: 'JPY' }} />
        </span>
        <CopyText text="E00000000202611201753H0LABCDEFGH" short />
      </Line>
    </Part>
  )
}

export function Banners() {
  const t = useT('showcase')
  return (
    <Part name="banners">
      {BANNERS.map((tone) => (
        <Banner
          key={tone}
          tone={tone}
          icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}
          action={<button type="button">{t('showcase.action')}</button>}
        >
          {t('showcase.sentence')}
        </Banner>
      ))}
      <Banner tone="info" oneLine>
        {t('showcase.sentence')} {t('showcase.record.long')}
      </Banner>
    </Part>
  )
}
