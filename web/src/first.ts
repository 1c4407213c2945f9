import './app/base.css'
import { startEarly, waitVisibly, withoutStacks } from './app/early'

void waitVisibly()
// The calls go out before the bulk of the code has been read, which takes a slow machine longer than the calls take.
void startEarly().then(() => {
  withoutStacks()
  void import('./main')
})
