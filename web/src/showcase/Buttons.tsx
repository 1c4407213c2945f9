import { Plus, Settings } from 'lucide-react'
import { useT } from '../app/i18n'
import { Button, buttonClass } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { Line, Part } from './Part'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const
const SIZES = ['small', 'medium', 'large'] as const

export function Buttons() {
  const t = useT('showcase')
  return (
    <Part name="buttons">
      <Line>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {t(`showcase.word.${variant}`)}
          </Button>
        ))}
        {SIZES.map((size) => (
          <Button key={size} size={size} variant="secondary">
            {t(`showcase.word.${size}`)}
          </Button>
        ))}
      </Line>
      <Line>
        <Button icon={<Plus size={18} strokeWidth={1.75} />}>{t('showcase.word.icon')}</Button>
        <Button busy>{t('showcase.word.busy')}</Button>
        <Button disabled>{t('showcase.word.disabled')}</Button>
        <a href="#content" className={buttonClass('secondary')}>
          {t('showcase.word.link')}
        </a>
        <IconButton label={t('showcase.action')} icon={<Settings size={18} strokeWidth={1.75} />} />
        <IconButton
          size="small"
          label={t('showcase.action')}
          icon={<Settings size={16} strokeWidth={1.75} />}
        />
      </Line>
    </Part>
  )
}
