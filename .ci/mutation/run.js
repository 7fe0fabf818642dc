// `npm run mutate -- SLICE…` changes the guard files of each slice in every small way that Stryker knows, and prints the changes that no test notices.
// `today` stands for one slice a day, in turn.
import { spawnSync } from "node:child_process";

import { getMutationSlice, mutationSliceNames } from "./slices.js";

const day = Math.floor(Date.now() / 86_400_000);
const wanted = process.argv
  .slice(2)
  .map((name) => (name === "today" ? mutationSliceNames[day % mutationSliceNames.length] : name));
if (wanted.length === 0) {
  console.error(`Name a slice: ${mutationSliceNames.join(", ")}, or today.`);
  process.exitCode = 2;
}
// All slices, so that a file that was moved is found before its slice is run.
mutationSliceNames.forEach(getMutationSlice);
for (const name of wanted) {
  console.log(`Slice ${name}`);
  const env = { ...process.env, MUTATION_SLICE: name };
  const options = { env, stdio: "inherit" };
  const { status } = spawnSync("npx", ["stryker", "run", ".ci/mutation/config.js"], options);
  if (status !== 0) process.exitCode = 1;
}
