/** Runs Daml Scripts without a JVM: lists the scripts of a DAR and runs them against a ledger. */
export type { JsonApiClientOptions } from "./over-json/json-api.ts";
export { runScript, type RunScriptOptions, type ScriptResult } from "./run-script.ts";
export { isScriptError, ScriptError } from "./script-error.ts";
export { listScripts, type Script } from "./script.ts";
export {
  scriptTests,
  type ScriptOutcome,
  type ScriptTestOptions,
  type ScriptTests,
} from "./script-tests.ts";
export type {
  CoverableDefinitionNames,
  CoverageDefinitions,
  CoverableInterfaceImplementation,
  CoveredNames,
} from "./script-coverage.ts";
export { coverageText } from "./report/coverage-text.ts";
export { junitXml, type TimedScriptOutcome } from "./report/junit.ts";
export { failureText, summaryLine } from "./report/summary.ts";
export type { ScriptCallLocation } from "../contracts/daml-lf/script/script-call-location.ts";
