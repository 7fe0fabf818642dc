// Checks the package as users install it; see docs/decisions/0004.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { findConsumerProblems } from "./package/consumers.js";
import { problemsOfContents } from "./package/contents.js";
import { findEngineProblems } from "./package/engines.js";

const unpacked = join(process.cwd(), ".build", "package");
const entries = readdirSync(unpacked, { recursive: true });
const bytesOf = (file) => statSync(join(unpacked, file)).size;
const files = entries.filter((entry) => statSync(join(unpacked, entry)).isFile());
const packed = {
  unpacked,
  files,
  size: statSync(".build/package.tgz").size,
  unpackedSize: files.reduce((sum, file) => sum + bytesOf(file), 0),
};

const problems = [
  ...findEngineProblems(),
  ...problemsOfContents(packed),
  ...(await findConsumerProblems(packed)),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked.`);
if (problems.length > 0) process.exitCode = 1;
