import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";

import { type Command, InvalidArgumentError, type Option } from "commander";

import { findMostSimilarText } from "../../lib/internal.ts";
import { isOptionFromSource } from "./option-source.ts";
import { isDatabaseUrl } from "./store-location.ts";

const configFileNames = ["ts", "mts", "js", "mjs", "json"].map(
  (end) => `ledger-in-a-box.config.${end}`,
);

/** Returns the named configuration file, or the one in the folder; undefined without either. */
export const findConfigFile = (folder: string, named: string | undefined): string | undefined =>
  named === undefined
    ? configFileNames.map((name) => resolve(folder, name)).find((file) => existsSync(file))
    : resolve(folder, named);

/**
 * Sets the options of the file that neither command line nor environment set. Ends the command with
 * a message if the file does not exist or is invalid; rejects with an error that a module throws.
 */
export const applyConfigFile = async (command: Command, file: string): Promise<void> => {
  if (!existsSync(file)) command.error(`error: There is no file ${file}.`);
  const config = await readConfig(command, file);
  const options = new Map(command.options.map((option) => [option.attributeName(), option]));
  for (const [name, value] of Object.entries(config)) {
    const option = options.get(name);
    if (option === undefined || ["config", "version"].includes(name)) {
      const suggestion = findMostSimilarText(name, [...options.keys()]);
      const advice = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
      command.error(`error: ${file}: There is no option ${name}.${advice}`);
    }
    if (value === undefined || isOptionFromSource(command, name, "cli", "env")) continue;
    const setting = readSetting(command, option, { file, value });
    command.setOptionValueWithSource(name, setting, "config");
  }
};

const readConfig = async (command: Command, file: string): Promise<object> => {
  const config =
    extname(file) === ".json" ? readJson(command, file) : await readModule(command, file);
  if (typeof config === "object" && config !== null && !Array.isArray(config)) return config;
  return command.error(`error: ${file} does not export an object with options.`);
};

const readJson = (command: Command, file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return command.error(`error: ${file} is not valid JSON: ${(error as Error).message}`);
  }
};

const readModule = async (command: Command, file: string): Promise<unknown> => {
  const { importModule } = await import("../../fixtures/index.ts");
  const exported = await importModule(file);
  if ("default" in exported) return exported.default;
  return command.error(
    `error: ${file} has no default export: write export default defineConfig({ … }).`,
  );
};

interface ConfigValue {
  readonly file: string;
  readonly value: unknown;
}

/**
 * Resolves a relative path from the folder of the configuration. Returns other texts unchanged: `auth`
 * is a path only if there is such a file.
 */
const resolvePath = (option: Option, text: string, folder: string): string => {
  if (text === "" || isDatabaseUrl(text)) return text;
  const path = resolve(folder, text);
  if (/<(?:file|folder|place)\b/u.test(option.flags)) return path;
  return option.attributeName() === "auth" && existsSync(path) ? path : text;
};

const readSetting = (command: Command, option: Option, { file, value }: ConfigValue): unknown => {
  const name = option.attributeName();
  const refuse = (what: string): never => command.error(`error: ${file}: ${name}: ${what}`);
  if (option.isBoolean()) return typeof value === "boolean" ? value : refuse("Expected a boolean.");
  if (Array.isArray(value) && !option.variadic) return refuse("Expected one value.");
  const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((each) => {
    if (typeof each === "string" || typeof each === "number") return String(each);
    return refuse("Expected texts or numbers.");
  });
  const read = option.parseArg as ((text: string, before: unknown) => unknown) | undefined;
  let setting: unknown;
  try {
    for (const text of texts) {
      const given = resolvePath(option, text, dirname(file));
      setting = read === undefined ? given : read(given, setting);
    }
  } catch (error) {
    if (error instanceof InvalidArgumentError) return refuse(error.message);
    throw error;
  }
  return setting;
};
