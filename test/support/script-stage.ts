import { expect } from "chai";

import { runScript, type Script, type ScriptError } from "../../fixtures/script/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../lib/index.ts";
import { listScripts } from "../../lib/script/index.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./lf/assemble.ts";
import { locatedModules, modules } from "./lf/notation.ts";
import { type Generation, scriptLibrary } from "./lf/script-library.ts";

/**
 * Runs scripts that use a small script library, on a new ledger. In their source, a name such as `$Script`
 * belongs to the library's lowest module, and one such as `$UserManagement:User` to the named module of the
 * library.
 */
export class ScriptStage {
  readonly dar: Uint8Array;
  readonly main: AssembledPackage;
  readonly #scripts: readonly Script[];
  #ledger: Ledger | undefined;

  /**
   * With `isLocated`, the package contains the source ranges of its definitions; line 1 is the first line of
   * the module.
   */
  constructor(
    definitions: string,
    generation: Generation = "3.4",
    languageVersion = "2.1",
    isLocated = false,
  ) {
    const library = scriptLibrary(generation);
    const written = definitions
      .replaceAll(
        /\$(?=[A-Z][\w.]*:[^:])/gu,
        `${library.packageId}:Daml.Script.Internal.Questions.`,
      )
      .replaceAll(/\$(?=\w)/gu, `${library.packageId}:Daml.Script.Internal.LowLevel:`);
    this.main = assemblePackage({
      name: "scripts",
      version: "1.0.0",
      languageVersion,
      ...(isLocated
        ? locatedModules(`module Main {${written}}`)
        : { modules: modules`module Main {${written}}` }),
    });
    this.dar = assembleDar(this.main, [library]);
    this.#scripts = listScripts(this.dar);
  }

  get names(): readonly string[] {
    return this.#scripts.map(({ name }) => name.replace("Main:", ""));
  }

  get ledger(): Ledger {
    return this.#ledger ?? expect.fail("the stage is not open");
  }

  /** Creates a new ledger. */
  async open(options: LedgerOptions = {}): Promise<void> {
    const clock = { freeze: "1970-01-01T00:00:00Z" } as const;
    this.#ledger = await createLedger({ clock, seed: 1, daml: createDamlLoader(), ...options });
  }

  script(name: string): Script {
    const found = this.#scripts.find((script) => script.name === `Main:${name}`);
    return found ?? expect.fail(`there is no script ${name}`);
  }

  /** Returns the result of a script, as JSON. */
  async result(name: string, argument?: unknown): Promise<unknown> {
    const options = argument === undefined ? {} : { argument };
    return (await runScript(this.script(name), { ledger: this.ledger, ...options })).result;
  }

  /** Returns the error of a failing script. */
  async failure(name: string, argument?: unknown): Promise<ScriptError> {
    const outcome = await this.result(name, argument).catch((error: unknown) => error);
    expect(outcome).to.be.an("error").with.property("name", "ScriptError");
    return outcome as ScriptError;
  }
}
