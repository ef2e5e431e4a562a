// Does the adapter say what the real agent loop shows the model? Random runs through both; prints how many agree.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { message, start } from './loop.mjs'

const TEXTS = ['{"a":1,"b":2}', '{"b":2, "a":1}', '{}', '', 'null', 'abc', '"abc"', '{"a":', '{"__proto__":1}', '{"x":-0}', '1e400', '{"x":0}', '"\\ud800"', '{"9":1,"10":2}']
const STATUS = ['ok', 'ok', 'error', 'denied', 'disabled']
const SOURCES = { steer: { kind: 'user' }, 'follow-up': { kind: 'user' }, injection: { kind: 'plugin', plugin: 'another' } }

let seed = 7
const below = (bound) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % bound
const pick = (list) => list[below(list.length)]

function randomCase() {
  const steps = [{ open: { thresholds: pick([[2, 4], [3, 2]]), exclude: pick([[], ['pl*']]), preview_chars: pick([4, 500]) } }]
  const texts = [pick(TEXTS), pick(TEXTS)]
  let id = 0
  for (let n = 3 + below(8); n > 0; n--) {
    if (below(6) === 0 && steps.length > 1) steps.push({ input: { kind: pick(Object.keys(SOURCES)), text: 'look' } })
    const calls = Array.from({ length: 1 + below(3) }, () => {
      const status = pick(STATUS)
      const tool = status === 'disabled' ? 'gone' : below(5) === 0 ? 'plan' : 'ls'
      return { id: `c${++id}`, tool, args: texts[below(4) === 0 ? 1 : 0], result: { visible: 'x', status } }
    })
    steps.push({ round: { calls } })
  }
  return steps
}

/** The reminders of each round, as they stand in the conversation. */
async function loop([{ open }, ...steps]) {
  const calls = new Map(steps.flatMap((step) => step.round?.calls ?? []).map((call) => [call.id, call]))
  const { thresholds, exclude, preview_chars: argumentsPreviewChars } = open
  const body = (_args, exec) => { if (calls.get(exec.callId).result.status === 'error') throw new Error('x'); return 'x' }
  const script = []
  const prepare = (ctx) => ctx.on('tools/pre-execute', (exec, next) =>
    calls.get(exec.callId).result.status === 'denied' ? Promise.resolve({ kind: 'deny', reason: 'no' }) : next())
  const host = await start({ config: { thresholds, exclude, argumentsPreviewChars }, tools: { ls: body, plan: body }, script, prepare })
  const turn = async () => { host.agent.followup(message({ kind: 'user' }, 'go')); await host.agent.whenIdle() }
  for (const { round, input } of steps) {
    if (round) script.push({ calls: round.calls.map((call) => [call.tool, call.args]), during: [] })
    else if (input.kind === 'follow-up') await turn()
    else script.at(-1)?.during.push(() => host.agent[input.kind === 'steer' ? 'steer' : 'inject'](message(SOURCES[input.kind], 'look')))
  }
  await turn()
  const rounds = []
  for (const { role, source, content } of host.agent.session.deriveMessages()) {
    if (role === 'assistant' && content.some((block) => block.type === 'tool-call')) rounds.push([])
    if (source.plugin === 'repeat-tool-reminder') rounds.at(-1).push({ role, text: content[0].text })
  }
  return rounds
}

const adapter = spawn(process.execPath, [new URL('../adapter.mjs', import.meta.url).pathname], { stdio: ['pipe', 'pipe', 'inherit'] })
const answers = createInterface({ input: adapter.stdout })[Symbol.asyncIterator]()
let agreed = 0
let reminders = 0
const count = Number(process.argv[2] ?? 300)
for (let id = 1; id <= count; id++) {
  const steps = randomCase()
  adapter.stdin.write(`${JSON.stringify({ id, op: 'case', policy: 'repeat-reminder', steps })}\n`)
  const { ok } = JSON.parse((await answers.next()).value)
  const got = ok.filter((_, at) => steps[at].round).map((answer) => answer.notices ?? [])
  const expected = await loop(steps)
  reminders += expected.flat().length
  if (JSON.stringify(got) === JSON.stringify(expected)) agreed++
  else console.log('DIFF', JSON.stringify(steps), '\n  loop   ', JSON.stringify(expected), '\n  adapter', JSON.stringify(got))
}
adapter.stdin.end('{"id":0,"op":"bye"}\n')
console.log(`random runs on which adapter and loop agree: expected ${count}, got ${agreed} (${reminders} reminders)`)
