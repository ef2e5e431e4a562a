// Speaks protocol 1 for pi-repeat-tool-guard. It emits the events that Pi emits to its extensions (README.md).
import { createInterface } from 'node:readline'
import { createRepeatToolGuard } from 'pi-repeat-tool-guard'

const PROFILE = {
  takes: 'object',
  execution: 'parallel',
  hears: ['steer', 'follow-up', 'injection', 'failed'],
  has: ['tool', 'interleave'],
  choices: { numbers: 'binary64' },
  waives: ['identity.duplicate-names'],
  driven: 'hook',
}

/** Pi validates a copy of the arguments; what cannot be copied, a few thousand levels, is an error result at once. */
function validated(args) {
  try {
    return structuredClone(args)
  } catch {
    return undefined
  }
}

/** A session: an extension of its own, as Pi loads it, and the handlers that it registered. */
class Session {
  #handlers = new Map()

  constructor() {
    createRepeatToolGuard({ env: {} })({ on: (name, handler) => this.#handlers.set(name, handler) })
    this.emit('session_start', { reason: 'new' })
  }

  emit(type, event) {
    return this.#handlers.get(type)?.({ type, ...event }, {})
  }

  /** Pi prepares all calls in order, runs them, and finishes each as it completes; the messages come last. */
  round({ calls, done = calls.map((call) => call.id) }) {
    const shown = {}
    const inputs = new Map()
    for (const { id, tool, args } of calls) {
      const input = validated(JSON.parse(args))
      if (input === undefined) continue // Pi answers such a call itself and tells no extension
      inputs.set(id, input)
      this.emit('tool_call', { toolName: tool, toolCallId: id, input: inputs.get(id) })
    }
    for (const id of done.filter((id) => inputs.has(id))) {
      const { tool, result } = calls.find((call) => call.id === id)
      const content = [{ type: 'text', text: result.raw ?? result.visible }]
      const isError = result.status === 'error'
      const patch = this.emit('tool_result', { toolName: tool, toolCallId: id, input: inputs.get(id), content, details: {}, isError })
      if (patch?.content) shown[id] = patch.content.map((block) => block.text).join('')
    }
    for (const { id } of calls) this.emit('message_end', { message: { role: 'toolResult', toolCallId: id } })
    return Object.keys(shown).length ? { shown } : {}
  }

  /** What a user says comes as a message of the user, what an extension says as a custom one. */
  input({ kind, text }) {
    this.emit('message_end', { message: { role: kind === 'injection' ? 'custom' : 'user', content: text } })
    return {}
  }
}

/** What this adapter has no way to say to the extension. */
function unsupported(steps) {
  const calls = steps.flatMap((step) => step.round?.calls ?? [])
  if (steps.some((step) => step.rewrite)) return 'rewrite'
  if (calls.some((call) => !call.result)) return 'missing-results'
  if (calls.some((call) => call.args === undefined)) return 'args_b64'
  return calls.map((call) => call.result.status).find((status) => status === 'denied' || status === 'disabled')
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
    const implementation = { name: 'pi-repeat-tool-guard', version: '0.1.0', language: 'javascript' }
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
