import './app/base.css'
import { startEarly, waitVisibly, withoutStacks } from './app/early'

void waitVisibly()
// Send the calls before parsing most of the code, which takes a slow machine longer than the calls.
void startEarly().then(() => {
  withoutStacks()
  void import('./main')
})
