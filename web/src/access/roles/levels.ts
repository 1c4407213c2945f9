import type { Module } from '../contract'

/** How much of a module a role holds. `some` is a choice of single permissions that is none of the others. */
export type Level = 'none' | 'view' | 'edit' | 'some'

export const permissionsOf = ({ view, edit }: Module) => [...view, ...edit]

/** `mine`: what the person who edits holds, and so may give. What they cannot give does not keep a module from being whole. */
export function levelOf(module: Module, chosen: ReadonlySet<string>, mine: ReadonlySet<string>): Level {
  const possible = (names: readonly string[]) => names.filter((name) => chosen.has(name) || mine.has(name))
  const has = (name: string) => chosen.has(name)
  if (!permissionsOf(module).some(has)) return 'none'
  const [view, edit] = [possible(module.view), possible(module.edit)]
  if (!view.every(has)) return 'some'
  if (edit.length > 0 && edit.every(has)) return 'edit'
  return edit.some(has) ? 'some' : 'view'
}

/** The choice with a module at a level: what that asks for is added, as far as it may be given, and the rest taken away. */
export function withLevel(
  module: Module,
  level: Exclude<Level, 'some'>,
  chosen: ReadonlySet<string>,
  mine: ReadonlySet<string>,
): Set<string> {
  const wanted = { none: [], view: module.view, edit: permissionsOf(module) }[level]
  const next = new Set([...chosen].filter((name) => !permissionsOf(module).includes(name)))
  for (const name of wanted) if (mine.has(name) || chosen.has(name)) next.add(name)
  return next
}

/** Whether the person can bring a module to a level, or anything of it is there already. */
export function isPossible(
  { view, edit }: Module,
  level: Exclude<Level, 'some'>,
  chosen: ReadonlySet<string>,
  mine: ReadonlySet<string>,
): boolean {
  const names = { none: null, view, edit }[level]
  return !names || names.some((name) => mine.has(name) || chosen.has(name))
}

/** Whether something of a module is held, but not all that its level stands for. */
export function isPart(module: Module, level: Level, chosen: ReadonlySet<string>): boolean {
  if (level === 'none') return false
  const whole = level === 'view' ? module.view : permissionsOf(module)
  return level === 'some' || !whole.every((name) => chosen.has(name))
}

export function toggled(chosen: ReadonlySet<string>, name: string, on: boolean): Set<string> {
  const next = new Set(chosen)
  if (on) next.add(name)
  else next.delete(name)
  return next
}

export function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}
