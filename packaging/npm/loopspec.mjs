#!/usr/bin/env node
// Starts the program for this platform, which a package of its own carries.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "loopspec.exe" : "loopspec";
let program;
try {
  program = createRequire(import.meta.url).resolve(`loopspec-${platform}/${file}`);
} catch {
  console.error(`loopspec: there is no package loopspec-${platform} beside this one; install without --omit=optional, or build it with cargo`);
  process.exit(2);
}
const ran = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ran.error) {
  console.error(`loopspec: ${program} cannot be started: ${ran.error.message}`);
  process.exit(2);
}
process.exit(ran.status ?? 2);
