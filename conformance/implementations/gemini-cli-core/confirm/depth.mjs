// identity.depth: getToolCallKey calls JSON.stringify, and addAndCheck lets its error through.
import { LoopDetectionService } from '../node_modules/@google/gemini-cli-core/dist/src/services/loopDetectionService.js'

const config = { getDisableLoopDetection: () => false, getUsageStatisticsEnabled: () => false }

for (const levels of [200, 10000]) {
  const service = new LoopDetectionService({ config })
  service.reset('p1', 'go')
  const args = JSON.parse(`{"l":${'['.repeat(levels)}${']'.repeat(levels)}}`)
  let got
  try {
    got = service.addAndCheck({ type: 'tool_call_request', value: { name: 'read_file', args } }).count
  } catch (error) {
    got = `${error.name}: ${error.message}`
  }
  console.log(`one call, ${levels} levels: expected 0, got`, got)
}
process.exit(0) // the package leaves timers behind
