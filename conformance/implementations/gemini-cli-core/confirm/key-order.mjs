// identity.key-order: getToolCallKey hashes JSON.stringify of the arguments, which writes the members in the order in which they came.
import { LoopDetectionService } from '../node_modules/@google/gemini-cli-core/dist/src/services/loopDetectionService.js'

const config = { getDisableLoopDetection: () => false, getUsageStatisticsEnabled: () => false }

function detected(texts) {
  const service = new LoopDetectionService({ config })
  service.reset('p1', 'go')
  return texts.map((text) => service.addAndCheck({ type: 'tool_call_request', value: { name: 'read_file', args: JSON.parse(text) } }).count)
}

const [one, other] = ['{"file_path":"a.txt","limit":9}', '{"limit":9,"file_path":"a.txt"}']
console.log('one call five times:                       expected 0,0,0,0,1, got', detected([one, one, one, one, one]).join())
console.log('its members in another order the 5th time: expected 0,0,0,0,1, got', detected([one, one, one, one, other]).join())
process.exit(0) // the package leaves timers behind
