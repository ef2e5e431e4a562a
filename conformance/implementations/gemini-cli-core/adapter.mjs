// Speaks protocol 1 for the loop detection of @google/gemini-cli-core. It feeds the service what the client of the same package feeds it (README.md).
import { createInterface } from 'node:readline'
import { LoopDetectionService } from './node_modules/@google/gemini-cli-core/dist/src/services/loopDetectionService.js'

const PROFILE = {
  takes: 'object',
  execution: 'parallel',
  hears: ['follow-up', 'denied', 'disabled', 'failed'],
  has: ['tool', 'interleave'],
  tools: ['glob', 'google_web_search', 'grep_search', 'list_directory', 'read_file', 'replace', 'run_shell_command', 'web_fetch', 'write_file'],
  choices: { numbers: 'binary64' },
  waives: ['identity.duplicate-names'],
  driven: 'hook',
}

/** The parts of the client's configuration that the service asks for; its model never sees a loop. */
const config = {
  getDisableLoopDetection: () => false,
  getUsageStatisticsEnabled: () => false,
  getDebugMode: () => false,
  getBaseLlmClient: () => ({ generateJson: async () => ({ unproductive_state_analysis: '', unproductive_state_confidence: 0 }) }),
  modelConfigService: { getResolvedConfig: ({ model }) => ({ model }) },
}

/** A session has a client of its own, and the client a service. */
class Session {
  #service = new LoopDetectionService({ config, geminiClient: { getHistory: () => [] } })
  #prompts = 0
  #ended = false

  constructor() {
    this.prompt('')
  }

  /** A message of the user has a new prompt id, and the client resets the service. */
  prompt(text) {
    this.#service.reset(`session########${this.#prompts++}`, text)
    this.#ended = false
    return {}
  }

  /** One turn of `processTurn`: the events of the model's answer until there is a loop; what came before is run when the stream is over. */
  async round({ prose, calls }) {
    if (this.#ended) return { ended: true }
    await this.#service.turnStarted(new AbortController().signal)
    const said = prose ? [{ type: 'content', value: prose }] : []
    const events = [...said, ...calls.map(({ id, tool, args }) => request(id, tool, JSON.parse(args)))]
    for (const event of events) {
      const { count, detail } = this.#service.addAndCheck(event)
      if (count === 0) continue
      const at = event.value.callId === undefined ? 0 : calls.findIndex(({ id }) => id === event.value.callId)
      const refused = calls.slice(at).map(({ id }) => id)
      const answer = { refused, shown: Object.fromEntries(refused.map((id) => [id, ''])) }
      this.#ended = count > 1
      if (this.#ended) return { ...answer, stop: detail }
      this.#service.clearDetection()
      // The client asks the model again, with a message of the user around this detail.
      return { ...answer, notices: [{ role: 'user', text: detail }] }
    }
    return {}
  }
}

/** As `Turn` makes it of a function call. */
function request(callId, tool, args) {
  return { type: 'tool_call_request', value: { callId, name: tool.trim() || 'generic_tool', args, isClientInitiated: false } }
}

/** What this adapter has no way to say to the service. */
function unsupported(steps) {
  const calls = steps.flatMap((step) => step.round?.calls ?? [])
  if (steps.some((step) => step.rewrite)) return 'rewrite'
  if (steps.some((step) => step.input && step.input.kind !== 'follow-up')) return 'input'
  if (calls.some((call) => !call.result)) return 'missing-results'
  return calls.some((call) => call.args === undefined) ? 'args_b64' : undefined
}

async function perform(steps) {
  const sessions = new Map()
  const answers = []
  for (const { run = 'a', open, round, input } of steps) {
    if (open) sessions.set(run, new Session())
    if (round) answers.push(await sessions.get(run).round(round))
    else answers.push(input ? sessions.get(run).prompt(input.text) : {})
  }
  return answers
}

async function answer({ op, policy, steps }) {
  if (op === 'hello') {
    const implementation = { name: '@google/gemini-cli-core', version: '0.61.0', language: 'javascript' }
    return { ok: { protocol: 1, implementation, policies: { any: PROFILE } } }
  }
  if (op === 'bye') return { ok: {} }
  if (op !== 'case' || policy !== 'any') return { unsupported: `${op} ${policy}` }
  const missing = unsupported(steps)
  if (missing) return { unsupported: missing }
  try {
    return { ok: await perform(steps) }
  } catch (error) {
    return { error: { message: `${error.name}: ${error.message}` } }
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ id: request.id, ...(await answer(request)) })}\n`)
  if (request.op === 'bye') break
}
process.exit(0) // the package leaves timers behind
