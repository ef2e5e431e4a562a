// Speaks protocol 1 for the tool-call loop guard of @oh-my-pi/pi-ai. It records turns as the sessions of its host do (README.md).
import { createInterface } from 'node:readline'
import { ToolCallLoopGuard } from './bundle/guard.mjs'

const PROFILE = {
  takes: 'object',
  execution: 'sequential',
  hears: ['follow-up', 'denied', 'disabled', 'failed'],
  has: ['tool', 'interleave'],
  choices: { numbers: 'binary64', 'ignored-members': ['i', '__intent'] },
  waives: ['identity.duplicate-names'],
  driven: 'hook',
}

/** A session has a guard of its own, with the settings that its host ships. */
class Session {
  #guard = new ToolCallLoopGuard({ threshold: 5, exemptTools: ['hub'] })

  #turn(content, toolResults) {
    return this.#guard.recordTurn({ message: { role: 'assistant', content }, toolResults })
  }

  /** A completed turn is recorded with all its results, in the order of the calls. */
  round({ prose, calls }) {
    const said = prose ? [{ type: 'text', text: prose }] : []
    const content = calls.map(({ id, tool, args }) => ({ type: 'toolCall', id, name: tool, arguments: JSON.parse(args) }))
    const results = calls.map(({ id, tool, result }) => ({
      role: 'toolResult', toolCallId: id, toolName: tool, content: [{ type: 'text', text: result.visible }], isError: (result.status ?? 'ok') !== 'ok',
    }))
    const detection = this.#turn([...said, ...content], results)
    // Its host writes a message of these data and appends it after the results.
    return detection ? { notices: [{ text: JSON.stringify(detection), tool: detection.toolName, count: detection.count }] } : {}
  }

  /** The agent ends with a turn without calls before the user can follow up. */
  input() {
    this.#turn([{ type: 'text', text: 'done' }], [])
    return {}
  }
}

/** What this adapter has no way to say to the guard. */
function unsupported(steps) {
  const calls = steps.flatMap((step) => step.round?.calls ?? [])
  if (steps.some((step) => step.rewrite)) return 'rewrite'
  if (steps.some((step) => step.input && step.input.kind !== 'follow-up')) return 'input'
  if (calls.some((call) => !call.result)) return 'missing-results'
  return calls.some((call) => call.args === undefined) ? 'args_b64' : undefined
}

function perform(steps) {
  const sessions = new Map()
  return steps.map(({ run = 'a', open, round, input }) => {
    if (open) sessions.set(run, new Session())
    if (input) return sessions.get(run).input(input)
    return round ? sessions.get(run).round(round) : {}
  })
}

function answer({ op, policy, steps }) {
  if (op === 'hello') {
    const implementation = { name: '@oh-my-pi/pi-ai', version: '18.2.3', language: 'typescript' }
    return { ok: { protocol: 1, implementation, policies: { any: PROFILE } } }
  }
  if (op === 'bye') return { ok: {} }
  if (op !== 'case' || policy !== 'any') return { unsupported: `${op} ${policy}` }
  const missing = unsupported(steps)
  if (missing) return { unsupported: missing }
  try {
    return { ok: perform(steps) }
  } catch (error) {
    return { error: { message: `${error.name}: ${error.message}` } }
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer(request) })}\n`)
  if (request.op === 'bye') break
}
