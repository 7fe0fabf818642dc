import { filesPatternOfFolder, independentFolders, layers } from "./.ci/layers.js";

const folders = layers.flatMap((layer) => layer.folders);

const downwards = folders.slice(0, -1).map((folder, index) => ({
  name: `from-${folder}-downwards`,
  severity: "error",
  from: { path: filesPatternOfFolder(folder) },
  to: {
    path: folders
      .slice(index + 1)
      .map(filesPatternOfFolder)
      .join("|"),
  },
}));

const separate = independentFolders.flatMap(([one, other]) =>
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

/** The allowed import cycles, by all their files; every other is refused. */
const inherent = [
  // The types of templates and of the context of their choices refer to each other.
  "^lib/contracts/templates/(define-template|define-interface|transaction-context)\\.ts$",
  // The codec of a value and the codecs of its parts call each other.
  "^lib/base/values/(codec|container-codecs|record-codec|scalar-codecs|variant-codecs)\\.ts$",
].join("|");

/** The packages that may be named, and where. */
const packages = Object.entries({
  "@cfworker/json-schema": "^middleware/explorer/page/",
  "@dagrejs/dagre": "^middleware/explorer/page/",
  "@preact/signals": "^middleware/explorer/page/",
  "@tanstack/virtual-core": "^middleware/explorer/page/",
  "d3-hierarchy": "^middleware/explorer/page/",
  preact: "^middleware/explorer/page/",
  regexparam: "^middleware/explorer/page/",
  uplot: "^middleware/explorer/page/",
  "@bufbuild/protobuf": "^lib/",
  "@modelcontextprotocol/sdk": "^middleware/mcp/",
  "@noble/curves": "^lib/",
  "@noble/hashes": "^lib/",
  ajv: "^middleware/api/",
  "async-mutex": "^lib/(?:stores|localnet/wallet)/",
  "classic-level": "^lib/stores/level/",
  commander: "^middleware/cli/",
  cachedir: "^fixtures/daml/cache-folder\\.ts$",
  express: "^middleware/(control|cli|localnet)/",
  fflate: "^lib/contracts/daml-lf/archive/",
  immer: "^lib/base/collections/immer\\.ts$",
  jiti: "^fixtures/read/import-module\\.ts$",
  jose: "^middleware/auth/token-crypto\\.browser\\.ts$",
  jsonwebtoken: "^middleware/(auth/|decoding/load-package\\.)",
  "jwks-rsa": "^middleware/auth/",
  "openapi-backend":
    "^middleware/(api/document-reader(-types)?\\.|localnet/service\\.|decoding/load-package\\.)",
  pg: "^lib/stores/postgres/pg-database\\.ts$",
  sucrase: "^middleware/explorer/live/",
  "sorted-btree": "^lib/(base/collections|contracts/daml-lf/runtime)/",
  ws: "^(middleware/(websocket|recording)|fixtures/fork)/",
  yaml: "^(fixtures/(read|export)/|middleware/handlers/documents\\.ts$)",
  zod: "^middleware/mcp/",
}).map(([name, places]) => ({ name, places, path: `node_modules/(@types/)?${name}/` }));

const product = "^(lib|middleware|fixtures)/";

export default {
  forbidden: [
    ...downwards,
    ...separate,
    {
      name: "every-file-has-a-layer",
      severity: "error",
      from: { path: product, pathNot: folders.map(filesPatternOfFolder) },
      to: {},
    },
    {
      // If a file imports nothing, there is no dependency to check.
      name: "every-imported-file-has-a-layer",
      severity: "error",
      from: { path: product },
      to: { path: product, pathNot: folders.map(filesPatternOfFolder) },
    },
    {
      name: "product-imports-no-tools",
      severity: "error",
      from: { path: product },
      to: { path: "^(test|bench|examples|\\.ci)/" },
    },
    {
      name: "packages-are-named",
      severity: "error",
      from: { path: product },
      to: { path: "node_modules/", pathNot: packages.map(({ path }) => path) },
    },
    ...packages.map(({ name, places, path }) => ({
      name: `${name}-has-its-places`,
      severity: "error",
      from: { path: product, pathNot: places },
      to: { path },
    })),
    {
      // It is another program: only what the two tell one another is shared.
      name: "page-takes-types-only",
      severity: "error",
      from: { path: "^middleware/explorer/page/" },
      to: {
        path: product,
        pathNot: "^middleware/explorer/page/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      // Stores, which write, have separate entries that a host imports.
      name: "core-does-no-io",
      severity: "error",
      from: { path: "^lib", pathNot: "^lib/stores/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-is-entered-by-its-index",
      severity: "error",
      from: { path: "^(middleware|fixtures)" },
      to: {
        path: "^lib/(?!(((contracts/daml-lf|testing|script|codegen|fork|recording|localnet|stores/(level|postgres))/)?index|api|history|store|internal)\\.ts$)",
      },
    },
    {
      name: "fixtures-are-entered-by-their-index",
      severity: "error",
      from: { path: "^middleware" },
      // The command line asks where to keep what is compiled before it loads anything.
      to: {
        path: "^fixtures/(?!((daml|fork|script|localnet)/)?index\\.ts$|daml/cache-folder\\.ts$)",
      },
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
