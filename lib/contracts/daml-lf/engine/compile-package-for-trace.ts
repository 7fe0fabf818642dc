import { createTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { compileFunction } from "../compile/compile.ts";
import type { CodeLinker } from "../link/linker.ts";
import type {
  DecodedOnEachCall,
  LfChoice,
  LfExpr,
  LfModule,
  LfPackage,
  LfTemplate,
} from "../syntax/ast.ts";
import { toUncurriedFunction } from "../syntax/curry.ts";

/**
 * Compiles all code of a package, so that an execution trace contains all source places of the package.
 * The compiled code is not used: programs compile definitions on first use.
 */
export const compilePackageForTrace = (
  linker: CodeLinker,
  { packageId, modules }: LfPackage,
): void => {
  for (const module of modules.values()) {
    new ModuleCompiler(linker, (name) => createTypeId(packageId, `${module.name}:${name}`)).compile(
      module,
    );
  }
};

class ModuleCompiler {
  readonly #linker: CodeLinker;
  readonly #idOf: (name: string) => TypeId;

  constructor(linker: CodeLinker, idOf: (name: string) => TypeId) {
    this.#linker = linker;
    this.#idOf = idOf;
  }

  compile({ values, templates, interfaces }: LfModule): void {
    for (const value of values.values()) this.#compileValue(this.#idOf(value.name), value.body());
    for (const template of templates.values()) this.#compileTemplate(template);
    for (const { name, parameter, choices } of interfaces.values()) {
      for (const choice of choices.values()) {
        this.#compileChoice(this.#idOf(name), parameter, choice);
      }
    }
  }

  #compileValue(name: string, expr: LfExpr): void {
    const fun = toUncurriedFunction(expr);
    this.#linker.inDefinition({ name }, expr, () =>
      fun === undefined
        ? compileFunction(this.#linker, [], expr)
        : compileFunction(this.#linker, fun.parameters, fun.result),
    );
  }

  #compileTemplate(template: LfTemplate): void {
    const id = this.#idOf(template.name);
    const { parameter, precondition, signatories, observers, key } = template;
    const part = (name: string, piece: DecodedOnEachCall<LfExpr> | undefined): void => {
      if (piece !== undefined) this.#compilePart(`${id} ${name}`, [parameter], piece);
    };
    part("ensure", precondition);
    part("signatory", signatories);
    part("observer", observers);
    part("key", key?.body);
    for (const choice of template.choices.values()) this.#compileChoice(id, parameter, choice);
    for (const { methods, view } of template.implements.values()) {
      for (const [method, body] of methods) part(`method ${method}`, body);
      part("view", view);
    }
  }

  #compileChoice(owner: TypeId, parameter: string, choice: LfChoice): void {
    const { name, argumentName, selfName, controllers, observers, body } = choice;
    const id = `${owner} choice ${name}`;
    this.#compilePart(`${id} controller`, [parameter, argumentName], controllers);
    this.#compilePart(`${id} observer`, [parameter, argumentName], observers);
    this.#compilePart(id, [selfName, parameter, argumentName], body);
  }

  #compilePart(
    name: string,
    parameters: readonly string[],
    piece: DecodedOnEachCall<LfExpr>,
  ): void {
    this.#linker.inDefinition({ name }, piece(), (expr) =>
      compileFunction(this.#linker, parameters, expr),
    );
  }
}
