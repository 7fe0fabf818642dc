// Draws the floors of docs/ARCHITECTURE.md from the imports of the code; with --check, compares.
import { readFile, writeFile } from "node:fs/promises";
import { argv, exit, stderr } from "node:process";

import { cruise } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import prettier from "prettier";

import { floors, roomOf } from "./floors.js";

const page = "docs/ARCHITECTURE.md";
const begin = "<!-- floors:begin: drawn by `npm run floors` -->";
const end = "<!-- floors:end -->";

/** Rooms with stages of their own are one room in the picture of the whole. */
const suites = [
  "lib/contracts/daml-lf",
  "lib/contracts/templates",
  "lib/operations/interactive",
  "lib/operations/admin",
];
const suiteOf = (room) => suites.find((suite) => room.startsWith(`${suite}/`)) ?? room;

const { output } = await cruise(
  ["lib", "middleware", "fixtures"],
  await extractOptions("./.dependency-cruiser.js"),
);
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => [roomOf(source), roomOf(resolved)]),
);

/** Which rooms each room imports from, by the names that `nameOf` gives them. */
const arrowsBy = (nameOf) => {
  const arrows = new Map();
  for (const [from, to] of imports) {
    if (from === undefined || to === undefined) continue;
    const [one, other] = [nameOf(from), nameOf(to)];
    if (one === undefined || other === undefined || one === other) continue;
    if (!arrows.has(one)) arrows.set(one, new Set());
    arrows.get(one).add(other);
  }
  return arrows;
};

const reaches = (arrows, from, to, seen = new Set()) =>
  [...(arrows.get(from) ?? [])].some((next) => {
    if (next === to) return true;
    if (seen.has(next)) return false;
    return reaches(arrows, next, to, seen.add(next));
  });

/** Without the arrows that a way over other rooms stands for. */
const essential = (arrows) =>
  [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(arrows, other, to)))
      .map((to) => [from, to]),
  );

const idOf = (room) => room.replaceAll(/[^a-z]+/gu, "_");
const labelOf = (room) => room.replace("/*", "").split("/").pop();

const drawn = (groups, arrows) => {
  const lines = ["```mermaid", "flowchart TB"];
  for (const { name, rooms } of groups) {
    lines.push(`  subgraph ${idOf(name)}_floor["${name}"]`);
    for (const room of [...rooms].reverse()) lines.push(`    ${idOf(room)}["${labelOf(room)}"]`);
    lines.push("  end");
  }
  const order = groups.flatMap(({ rooms }) => rooms);
  const rank = ([from, to]) => order.indexOf(from) * order.length + order.indexOf(to);
  const sorted = essential(arrows).sort((one, other) => rank(one) - rank(other));
  for (const [from, to] of sorted) lines.push(`  ${idOf(from)} --> ${idOf(to)}`);
  return [...lines, "```"].join("\n");
};

const whole = drawn(
  floors
    .filter(({ name }) => !["lib", "fixtures", "middleware"].includes(name))
    .map(({ name, rooms }) => ({ name: `lib/${name}`, rooms: [...new Set(rooms.map(suiteOf))] }))
    .reverse(),
  arrowsBy((room) => (/^lib\/[a-z]+\/[a-z]/u.test(room) ? suiteOf(room) : undefined)),
);
const inside = suites.map((suite) => {
  const rooms = floors.flatMap((floor) => floor.rooms).filter((room) => suiteOf(room) === suite);
  const picture = drawn(
    [{ name: suite, rooms }],
    arrowsBy((room) => (rooms.includes(room) ? room : undefined)),
  );
  return `\`${suite}\`:\n\n${picture}`;
});
const legend =
  "An arrow means: imports from, types included. Where a way over other rooms leads there, it is left out.";
const section = [begin, legend, whole, ...inside, end].join("\n\n");

const text = await readFile(page, "utf8");
const [before, after] = [text.indexOf("<!-- floors:begin"), text.indexOf(end)];
if (before < 0 || after < 0) {
  stderr.write(`${page} has no place for the floors.\n`);
  exit(1);
}
const next = await prettier.format(
  text.slice(0, before) + section + text.slice(after + end.length),
  { parser: "markdown", printWidth: 100 },
);
if (!argv.includes("--check")) {
  await writeFile(page, next);
} else if (next !== text) {
  stderr.write(`The floors in ${page} are not those of the code: run npm run floors.\n`);
  exit(1);
}
