import { type Command, Option } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import {
  parseSecretOption,
  readTextListOption,
  readTextWithoutSpaces,
  readUrlOption,
} from "./option-readers.ts";
import type { CodegenTask } from "./settings.ts";

interface ParsedCodegenOptions {
  readonly output: string;
  readonly participant?: string;
  readonly token?: string;
  readonly package?: readonly string[];
  readonly importExtension?: "js" | "ts" | "none";
  readonly target: "types" | "daml-types";
  readonly umbrella?: string;
  readonly emit?: "ts" | "js";
  readonly runtime: "inline" | "package";
  readonly dependencies: "reachable" | "all";
  readonly schemas: boolean;
  readonly check: boolean;
  readonly watch: boolean;
}

/** Adds `codegen`. */
export const addCodegenCommand = (
  program: Command,
  { io, stop, setExitCode }: CliCommandContext,
): void => {
  program
    .command("codegen [dar...]")
    .description("generate TypeScript from DARs, or from the packages of a participant")
    .requiredOption("-o, --output <folder>", "output folder")
    .option("--schemas", "also generate run-time validators (Standard Schema)", false)
    .addOption(
      new Option("--target <what>", "types of the API's JSON, or companions for @daml/types")
        .choices(["types", "daml-types"])
        .default("types"),
    )
    .option(
      "--umbrella <name>",
      "for daml-types: name of an npm package that exports the modules of all DARs",
      readTextWithoutSpaces,
    )
    .addOption(
      new Option(
        "--emit <form>",
        "TypeScript, or JavaScript with declarations (default: ts)",
      ).choices(["ts", "js"]),
    )
    .addOption(
      new Option(
        "--import-extension <end>",
        "extension in imports of generated files (default: js)",
      ).choices(["js", "ts", "none"]),
    )
    .addOption(
      new Option(
        "--runtime <from>",
        "write the runtime beside the files, or import it from this package",
      )
        .choices(["inline", "package"])
        .default("inline"),
    )
    .addOption(
      new Option("--dependencies <which>", "which types of dependencies to generate")
        .choices(["reachable", "all"])
        .default("reachable"),
    )
    .option("--check", "write nothing, and fail if the files are not up to date", false)
    .option("--watch", "generate again when a DAR changes", false)
    .option(
      "--participant <url>",
      "read packages from the JSON Ledger API of a participant",
      readUrlOption,
    )
    .option("--token <text>", "token for the participant", parseSecretOption)
    .option(
      "--package <name...>",
      "names or ids of its packages (default: all with templates or interfaces)",
      readTextListOption,
    )
    .action(async (dars: string[], options: ParsedCodegenOptions, codegen: Command) => {
      const task = createCodegenTask(dars, options, codegen);
      const { generateCode } = await import("./codegen/generate-code.ts");
      setExitCode(await generateCode(task, io, stop));
    });
};

const createCodegenTask = (
  dars: readonly string[],
  given: ParsedCodegenOptions,
  command: Command,
): CodegenTask => {
  const { participant, token, package: packages = [], ...rest } = given;
  const { output, check, watch, ...options } = rest;
  if (dars.length === 0 && participant === undefined) {
    command.error("error: name a DAR or a --participant");
  }
  if (participant === undefined && (token !== undefined || packages.length > 0)) {
    command.error("error: --token and --package need --participant");
  }
  if (options.umbrella !== undefined && options.target !== "daml-types") {
    command.error("error: --umbrella needs --target daml-types");
  }
  if (watch && (check || dars.length === 0)) {
    command.error("error: --watch needs a DAR and excludes --check");
  }
  return {
    dars,
    output,
    check,
    watch,
    participant: participant === undefined ? undefined : { url: participant, token, packages },
    options,
  };
};
