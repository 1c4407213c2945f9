import { track } from '../app/analytics'
import { linesOf } from '../app/errors'
import { translate } from '../app/i18n'
import { closeAlert, showAlert } from '../app/state'
import { reload, tellOtherTabs } from './bell/tabs'
import type { Notification } from './contract'
import { putAllRead, putRead } from './server'

/** Those whose call is under way: a second click does nothing more. */
const marking = new Set<string>()

/** Somebody clicked on a notification: it is read now. Where it leads is left to its link. */
export function clicked(notification: Notification): void {
  const { uuid, id, is_un_read: unread } = notification
  if (marking.has(uuid)) return
  track('click-notification', { unread, id })
  if (unread) void markRead(uuid)
}

/** Nobody waits for it, so a failure is said in a message, with another try. */
async function markRead(uuid: string): Promise<void> {
  marking.add(uuid)
  try {
    await putRead(uuid)
    tellOtherTabs()
  } catch (failure) {
    const again = () => {
      closeAlert()
      void markRead(uuid)
    }
    showAlert('error', [translate('notifications.not_marked'), ...linesOf(translate, failure)], {
      options: [{ label: translate('common.action.retry'), action: again }],
    })
  }
  await reload()
  marking.delete(uuid)
}

/** Throws CallError when they could not be marked. */
export async function markAllRead(): Promise<void> {
  await putAllRead()
  tellOtherTabs()
  await reload()
}
