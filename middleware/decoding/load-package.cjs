// Loads large packages when they are first needed: with them, importing `ledger-in-a-box/middleware`
// would take twice as long. This is a CommonJS file, because only `require` loads a package
// synchronously, and an ES module can get `require` only from its `import.meta.url`, which test runners
// cannot convert to CommonJS.

exports.loadOpenApiBackend = () => require("openapi-backend");
exports.loadJsonWebToken = () => require("jsonwebtoken");
