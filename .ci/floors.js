/**
 * The floors of the house, from the ground up, and on each its rooms, likewise: a room imports from
 * those before it, types included, and from none after it. `folder/*` are the files of a folder and
 * not those of its folders. Held by `npm run boundaries`, drawn by `npm run floors`.
 */
export const floors = [
  {
    name: "ground",
    rooms: [
      "lib/ground/errors",
      "lib/ground/identifiers",
      "lib/ground/collections",
      "lib/ground/scheduling",
      "lib/ground/values",
      "lib/ground/model",
    ],
  },
  {
    name: "contracts",
    rooms: [
      "lib/contracts/engine",
      "lib/contracts/packages",
      "lib/contracts/transaction",
      "lib/contracts/daml-lf/archive",
      "lib/contracts/daml-lf/syntax",
      "lib/contracts/daml-lf/known",
      "lib/contracts/daml-lf/decode",
      "lib/contracts/daml-lf/check",
      "lib/contracts/daml-lf/runtime",
      "lib/contracts/daml-lf/builtins",
      "lib/contracts/daml-lf/code",
      "lib/contracts/daml-lf/link",
      "lib/contracts/daml-lf/run",
      "lib/contracts/daml-lf/compile",
      "lib/contracts/daml-lf/engine",
      "lib/contracts/daml-lf/*",
      "lib/contracts/daml-lf/script",
      "lib/contracts/templates/types",
      "lib/contracts/templates/run",
      "lib/contracts/templates/*",
    ],
  },
  {
    name: "ledger",
    rooms: ["lib/ledger/state", "lib/ledger/stores", "lib/ledger/port", "lib/ledger/runtime"],
  },
  { name: "views", rooms: ["lib/views/visibility", "lib/views/envelope"] },
  {
    name: "operations",
    rooms: [
      "lib/operations/requests",
      "lib/operations/authorization",
      "lib/operations/request-journal",
      "lib/operations/faults",
      "lib/operations/queries",
      "lib/operations/typed",
      "lib/operations/history",
      "lib/operations/reassignments",
      "lib/operations/submission",
      "lib/operations/admin/resource-meta",
      "lib/operations/admin/lists",
      "lib/operations/admin/identity-providers",
      "lib/operations/admin/packages",
      "lib/operations/admin/users",
      "lib/operations/admin/parties",
      "lib/operations/admin/imports",
      "lib/operations/admin/*",
      "lib/operations/commands",
      "lib/operations/interactive/keys",
      "lib/operations/interactive/wire",
      "lib/operations/interactive/hash",
      "lib/operations/interactive/signatures",
      "lib/operations/interactive/onboard",
      "lib/operations/interactive/submit",
    ],
  },
  {
    name: "lib",
    rooms: [
      "lib/testing",
      "lib/*",
      "lib/remote",
      "lib/script",
      "lib/codegen",
      "lib/stores/kept",
      "lib/stores/level",
      "lib/stores/postgres",
      "lib/fork",
      "lib/recording",
    ],
  },
  {
    name: "fixtures",
    rooms: [
      "fixtures/daml",
      "fixtures/fork",
      "fixtures/coin",
      "fixtures/read",
      "fixtures/script",
      "fixtures/scenarios",
      "fixtures/check",
      "fixtures/run",
      "fixtures/export",
      "fixtures/ledger-file",
      "fixtures/coverage",
      "fixtures/*",
    ],
  },
  {
    name: "middleware",
    rooms: [
      "middleware/decoding",
      "middleware/intake",
      "middleware/auth",
      "middleware/errors",
      "middleware/log",
      "middleware/api",
      "middleware/streaming",
      "middleware/node-http",
      "middleware/handlers",
      "middleware/served",
      "middleware/express",
      "middleware/fetch",
      "middleware/control",
      "middleware/websocket",
      "middleware/recording",
      "middleware/explorer/*",
      "middleware/explorer/page",
      "middleware/cli",
      "middleware/*",
    ],
  },
  // It hands tests what is below, and shows the ledgers of those that fail.
  { name: "tests", rooms: ["fixtures/testing"] },
];

/** Rooms that know nothing of one another, whichever comes first. */
export const apart = [
  ["lib/contracts/daml-lf", "lib/contracts/templates"],
  ["lib/operations/queries", "lib/operations/history"],
  ["lib/operations/queries", "lib/operations/admin"],
  ["lib/operations/history", "lib/operations/admin"],
];

/** The files of a room, as a regular expression. */
export const filesOf = (room) =>
  room.endsWith("/*") ? `^${room.slice(0, -1)}[^/]+$` : `^${room}/`;

/** The room of a file; undefined outside of the house. */
export const roomOf = (file) =>
  floors.flatMap(({ rooms }) => rooms).find((room) => new RegExp(filesOf(room), "u").test(file));
