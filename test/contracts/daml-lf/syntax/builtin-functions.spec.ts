import { expect } from "chai";

import { findBuiltinFunctionType } from "../../../../lib/contracts/daml-lf/check/builtin-types.ts";
import { CompiledProgram } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import type { LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  builtinFunctionNumberByName,
  findBuiltinFunction,
} from "../../../../lib/contracts/daml-lf/syntax/builtin-functions.ts";

/** Number of arguments that values of the type take. */
const argumentsOf = (type: LfType | undefined): number => {
  if (type?.kind === "forall") return argumentsOf(type.body);
  const isFunction = type?.kind === "builtin" && type.builtin === "Arrow";
  return isFunction ? 1 + argumentsOf(type.arguments[1]) : 0;
};

describe("table of builtin functions", () => {
  const program = new CompiledProgram();
  for (const [name, number] of Object.entries(builtinFunctionNumberByName)) {
    it(`gives ${name} a unique number, and code with the arity of its type`, () => {
      expect(findBuiltinFunction(number)?.name).to.equal(name);
      const value = program.getBuiltin(number);
      const arity = typeof value === "object" && value.kind === "closure" ? value.arity : 0;
      expect(arity).to.equal(argumentsOf(findBuiltinFunctionType(number)));
    });
  }
});
