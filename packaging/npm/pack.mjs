// Packs what npm publishes: `node pack.mjs OUT PLATFORM-ARCH=PROGRAM…` writes a package for each platform, and the one that chooses among them.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [out, ...programs] = process.argv.slice(2);
if (!out || programs.length === 0) {
  console.error("usage: node pack.mjs OUT PLATFORM-ARCH=PROGRAM…, such as linux-x64=target/release/loopspec");
  process.exit(2);
}
// npm knows no build metadata: 0.1.0+spec-1.0 is published as 0.1.0.
const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "([^"+]+)/m)[1];
const common = {
  version,
  description: "Conformance kit for the guards that stop LLM agents from looping on tool calls",
  license: "MIT OR Apache-2.0",
  keywords: ["agent", "llm", "conformance", "property-testing", "tool-calls"],
};

function pack(manifest, files) {
  const folder = mkdtempSync(join(tmpdir(), "loopspec-npm-"));
  for (const [name, from] of [...files, ["LICENSE-MIT", join(root, "LICENSE-MIT")], ["LICENSE-APACHE", join(root, "LICENSE-APACHE")]]) {
    copyFileSync(from, join(folder, name));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, ...common }, null, 2) + "\n");
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out)], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  rmSync(folder, { recursive: true });
}

mkdirSync(out, { recursive: true });
const optional = {};
for (const entry of programs) {
  const [platform, program] = entry.split("=");
  const [os, cpu] = platform.split("-");
  const file = os === "win32" ? "loopspec.exe" : "loopspec";
  chmodSync(program, 0o755);
  pack({ name: `loopspec-${platform}`, os: [os], cpu: [cpu], files: [file] }, [[file, program]]);
  optional[`loopspec-${platform}`] = version;
}
pack(
  { name: "loopspec", type: "module", bin: { loopspec: "loopspec.mjs" }, files: ["loopspec.mjs"], engines: { node: ">=18" }, optionalDependencies: optional },
  [["loopspec.mjs", join(here, "loopspec.mjs")], ["README.md", join(here, "README.md")]],
);
