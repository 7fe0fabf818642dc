import { apart, filesOf, floors } from "./.ci/floors.js";

const rooms = floors.flatMap((floor) => floor.rooms);

const downwards = rooms.slice(0, -1).map((room, index) => ({
  name: `from-${room}-downwards`,
  severity: "error",
  from: { path: filesOf(room) },
  to: {
    path: rooms
      .slice(index + 1)
      .map(filesOf)
      .join("|"),
  },
}));

const separate = apart.flatMap(([one, other]) =>
  [
    [one, other],
    [other, one],
  ].map(([from, to]) => ({
    name: `${from}-without-${to}`,
    severity: "error",
    from: { path: `^${from}` },
    to: { path: `^${to}` },
  })),
);

/** Circles that are in the nature of the thing: what a choice may do is typed by templates. */
const inherent = [
  "^lib/contracts/templates/(define-template|define-interface|transaction-context)\\.ts$",
  "^lib/ground/values/(codec|[a-z]+-codecs?)\\.ts$",
].join("|");

/** Who may name a framework. */
const frameworks = [
  ["express", "^middleware/(control|cli)/"],
  ["openapi-backend", "^middleware/api/api\\.ts$"],
  ["ws", "^middleware/websocket/"],
];

export default {
  forbidden: [
    ...downwards,
    ...separate,
    {
      name: "every-file-has-a-room",
      severity: "error",
      from: { path: "^(lib|middleware|fixtures)/", pathNot: rooms.map(filesOf) },
      to: {},
    },
    {
      name: "core-is-framework-free",
      severity: "error",
      from: { path: "^lib" },
      to: { path: "node_modules/(express|openapi-backend|ajv|ajv-formats|jsonwebtoken|ws)/" },
    },
    ...frameworks.map(([name, places]) => ({
      name: `${name}-has-its-places`,
      severity: "error",
      from: { path: "^(lib|middleware|fixtures)/", pathNot: places },
      to: { path: `node_modules/(@types/)?${name}/` },
    })),
    {
      name: "core-does-no-io",
      severity: "error",
      from: { path: "^lib", pathNot: "^lib/ledger/stores" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-is-entered-by-its-index",
      severity: "error",
      from: { path: "^(middleware|fixtures)" },
      to: { path: "^lib/(?!((contracts/daml-lf/)?index|internal)\\.ts$)" },
    },
    {
      name: "fixtures-are-entered-by-their-index",
      severity: "error",
      from: { path: "^middleware" },
      to: { path: "^fixtures/(?!index\\.ts$)" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: { pathNot: inherent },
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
