// Loads large packages when they are first needed: with them, importing `ledger-in-a-box/middleware`
// would take twice as long. This is a CommonJS file, because only `require` loads a package
// synchronously, and an ES module can get `require` only from its `import.meta.url`, which test runners
// cannot convert to CommonJS. `.ci/bundle.js` writes it to `dist` together with openapi-backend.

exports.loadOpenApiBackend = () => require("openapi-backend");
exports.loadJsonWebToken = () => require("jsonwebtoken");
// An ES module that imports node:http reads all its exports. In Node 22 one of them loads undici, for 30 ms.
exports.loadHttp = () => require("node:http");
