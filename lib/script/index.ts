/** Daml Scripts without a JVM: lists the scripts of a DAR, and runs them against a ledger. */
export { runScript, type RunScriptOptions, type ScriptResult } from "./run-script.ts";
export { isScriptError, ScriptError } from "./script-error.ts";
export { listScripts, type Script } from "./script.ts";
export type { SourceLocation } from "../contracts/daml-lf/script/source-location.ts";
