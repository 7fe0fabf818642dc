import { ledgerError } from "../errors/ledger-error.ts";
import type { TypeId } from "../model/identifiers.ts";
import type { Expr, LfType } from "./ast.ts";
import { asKind, asList, asRecord, asStruct } from "./builtin.ts";
import { compileApplication, compileBuiltinCall } from "./compile-application.ts";
import { compileCase } from "./compile-case.ts";
import { compileUpdate } from "./compile-updates.ts";
import {
  bound,
  computedOperand,
  constantOperand,
  evaluate,
  evaluateAll,
  variableOperand,
  type Operand,
} from "./compiled-operand.ts";
import { DamlException } from "./exception.ts";
import { expandType } from "./expand-type.ts";
import {
  assertImplementsRequiring,
  fromInterface,
  hasInstance,
  unsafeFromInterface,
} from "./interface-instances.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";
import type { Program } from "./program.ts";
import {
  cons,
  nil,
  none,
  some,
  unit,
  type AnyV,
  type Code,
  type RuntimeValue,
} from "./runtime-value.ts";
import { Scope } from "./scope.ts";
import { compareTypes } from "./type-key.ts";

/** Compiles a function of the named parameters; the result takes them in this order. */
export const compileFunction = (
  program: Program,
  parameters: readonly string[],
  body: Expr,
): ((...args: readonly RuntimeValue[]) => RuntimeValue) => {
  const scope = Scope.of(parameters);
  const code = compile(program, body, scope);
  return (...args) => {
    const frame = [...args];
    frame.length = scope.frameSize();
    return code(frame);
  };
};

/** Code whose result is a value, never a pending call. */
export const compile = (program: Program, expr: Expr, scope: Scope): Code =>
  new Compiler(program).expression(expr, scope, false);

/**
 * Turns expressions into closures over frames (daml-lf.md 7). Types are erased. Operands are
 * evaluated from the last to the first, a function after its arguments, fields and list elements
 * likewise: which of two failures a user sees follows from that.
 */
export class Compiler {
  readonly #program: Program;
  readonly #definitions: LinkedDefinitions;

  constructor(program: Program) {
    this.#program = program;
    this.#definitions = program.definitions;
  }

  /** In tail position an application may leave a pending call behind instead of calling. */
  expression(expr: Expr, scope: Scope, tail: boolean): Code {
    switch (expr.kind) {
      case "variable":
        return variable(expr.name, scope);
      case "value":
        return this.#program.valueReference(expr.name);
      case "builtin":
        return constant(this.#program.builtin(expr.id));
      case "unit":
        return constant(unit);
      case "bool":
      case "int64":
      case "text":
        return constant(expr.value);
      case "timestamp":
        return constant({ kind: "timestamp", micros: expr.micros });
      case "numeric":
        return constant({ kind: "numeric", scale: expr.scale, unscaled: expr.unscaled });
      case "date":
        return constant({ kind: "date", days: expr.days });
      case "failureCategory":
        return constant({ kind: "failureCategory", category: expr.category });
      case "typeApply":
        return this.expression(expr.expr, scope, tail);
      case "typeLambda":
        return this.expression(expr.body, scope, tail);
      case "lambda":
        return this.#lambda(expr, scope);
      case "apply":
        return this.#application(expr, scope, tail);
      case "let":
        return this.#let(expr, scope, tail);
      case "case":
        return compileCase(this.#program, expr, scope, {
          scrutinee: this.#operandOf(expr.scrutinee, scope),
          body: (body, inner) => this.expression(body, inner, tail),
        });
      case "record":
        return this.#record(expr, scope);
      case "recordField":
        return this.#recordField(expr, scope);
      case "recordUpdate":
        return this.#recordUpdate(expr, scope);
      case "variant":
        return this.#variant(expr, scope);
      case "enum":
        return this.#enum(expr.typeId, expr.constructor);
      case "struct":
        return this.#struct(expr, scope);
      case "structField":
        return this.#structField(expr, scope);
      case "structUpdate":
        return this.#structUpdate(expr, scope);
      case "nil":
        return constant(nil);
      case "cons":
        return this.#cons(expr, scope);
      case "none":
        return constant(none);
      case "some": {
        const value = this.#operandOf(expr.value, scope);
        return (frame) => some(evaluate(value, frame));
      }
      case "toAny":
      case "toAnyException":
        return this.#toAny(expr.type, this.#operand(expr.expr, scope));
      case "fromAny":
      case "fromAnyException":
        return this.#fromAny(expr.type, this.#operand(expr.expr, scope));
      case "typeRep":
        return constant({ kind: "typeRep", type: expandType(expr.type, this.#definitions) });
      case "throw":
        return this.#throw(expr.exceptionType, this.#operand(expr.exception, scope));
      case "toInterface":
        return this.#toInterface(expr.templateId, this.#operand(expr.expr, scope));
      case "fromInterface":
      case "unsafeFromInterface":
      case "callInterface":
      case "signatoryInterface":
      case "observerInterface":
      case "viewInterface":
      case "interfaceTemplateTypeRep":
      case "toRequiredInterface":
      case "fromRequiredInterface":
      case "unsafeFromRequiredInterface":
        return this.#onInterface(expr, scope);
      case "experimental":
        return () => {
          throw ledgerError("INTERPRETATION_USER_ERROR", {
            cause: `Interpretation error: Error: the experimental builtin ${expr.name} is not supported.`,
          });
        };
      case "update":
        return compileUpdate(expr.update, scope, (part, inner) => this.#operand(part, inner));
    }
  }

  #operand(expr: Expr, scope: Scope): Code {
    return this.expression(expr, scope, false);
  }

  #operandOf(expr: Expr, scope: Scope): Operand {
    if (expr.kind === "typeApply") return this.#operandOf(expr.expr, scope);
    const code = this.#operand(expr, scope);
    const slot = expr.kind === "variable" ? scope.slotOf(expr.name) : undefined;
    if (slot !== undefined) return variableOperand(slot, code);
    return constants.has(expr.kind) ? constantOperand(code) : computedOperand(code);
  }

  #operands(exprs: readonly Expr[], scope: Scope): readonly Operand[] {
    return exprs.map((expr) => this.#operandOf(expr, scope));
  }

  #lambda(expr: Extract<Expr, { readonly kind: "lambda" }>, scope: Scope): Code {
    const { parameters, result } = curried(expr);
    const { scope: inner, captured } = scope.enter(parameters, result);
    const body = this.expression(result, inner, true);
    const arity = parameters.length;
    const frameSize = inner.frameSize();
    if (captured.length === 0)
      return constant({ kind: "closure", arity, frameSize, captured: [], body });
    return (frame) => ({
      kind: "closure",
      arity,
      frameSize,
      captured: captureAll(captured, frame),
      body,
    });
  }

  #application(expr: Extract<Expr, { readonly kind: "apply" }>, scope: Scope, tail: boolean): Code {
    const { head, operands } = uncurried(expr);
    const args = this.#operands(operands, scope);
    const known = this.#program.knownBuiltin(head);
    return known?.arity === args.length
      ? compileBuiltinCall(known, args)
      : compileApplication(this.#operandOf(head, scope), args, tail);
  }

  #let(expr: Extract<Expr, { readonly kind: "let" }>, scope: Scope, tail: boolean): Code {
    let inner = scope;
    const steps = expr.bindings.map(({ name, bound: boundExpr }) => {
      const code = this.#operand(boundExpr, inner);
      const extended = inner.with(name);
      inner = extended.scope;
      return { code, slot: extended.slot };
    });
    const body = this.expression(expr.body, inner, tail);
    const [first] = steps;
    if (steps.length === 1 && first !== undefined) {
      const { code, slot } = first;
      return (frame) => {
        frame[slot] = code(frame);
        return body(frame);
      };
    }
    return (frame) => {
      for (const { code, slot } of steps) frame[slot] = code(frame);
      return body(frame);
    };
  }

  #record(expr: Extract<Expr, { readonly kind: "record" }>, scope: Scope): Code {
    const shape = this.#definitions.shapeOf(headOf(expr.type));
    // Evaluated as written, stored as declared.
    const codes = expr.fields.map(({ name, expr: field }) => ({
      index: this.#definitions.rankOf(shape.typeId, name),
      code: this.#operandOf(field, scope),
    }));
    if (codes.every(({ index }, position) => index === position)) {
      const lastFirst = codes.map(({ code }) => code).reverse();
      return (frame) => ({ kind: "record", shape, fields: evaluateAll(lastFirst, frame) });
    }
    const lastFirst = codes.toReversed();
    return (frame) => {
      const fields = new Array<RuntimeValue>(codes.length);
      for (const { index, code } of lastFirst) fields[index] = evaluate(code, frame);
      return { kind: "record", shape, fields };
    };
  }

  #recordField(expr: Extract<Expr, { readonly kind: "recordField" }>, scope: Scope): Code {
    const index = this.#definitions.rankOf(headOf(expr.type), expr.field);
    const record = this.#operandOf(expr.record, scope);
    return (frame) => bound(asRecord(evaluate(record, frame)).fields[index]);
  }

  #recordUpdate(expr: Extract<Expr, { readonly kind: "recordUpdate" }>, scope: Scope): Code {
    const record = this.#operand(expr.record, scope);
    const update = this.#operand(expr.update, scope);
    const index = this.#definitions.rankOf(headOf(expr.type), expr.field);
    return (frame) => {
      const value = update(frame);
      const { shape, fields } = asRecord(record(frame));
      return { kind: "record", shape, fields: fields.with(index, value) };
    };
  }

  #variant(expr: Extract<Expr, { readonly kind: "variant" }>, scope: Scope): Code {
    const shape = this.#definitions.shapeOf(headOf(expr.type));
    const rank = this.#definitions.rankOf(shape.typeId, expr.constructor);
    const argument = this.#operandOf(expr.argument, scope);
    return (frame) => ({ kind: "variant", shape, rank, value: evaluate(argument, frame) });
  }

  #enum(typeId: TypeId, constructor: string): Code {
    const shape = this.#definitions.shapeOf(typeId);
    return constant({ kind: "enum", shape, rank: this.#definitions.rankOf(typeId, constructor) });
  }

  #struct(expr: Extract<Expr, { readonly kind: "struct" }>, scope: Scope): Code {
    const names = expr.fields.map(({ name }) => name);
    const lastFirst = expr.fields.map((field) => this.#operandOf(field.expr, scope)).reverse();
    return (frame) => ({ kind: "struct", names, fields: evaluateAll(lastFirst, frame) });
  }

  #structField(expr: Extract<Expr, { readonly kind: "structField" }>, scope: Scope): Code {
    const { field } = expr;
    // Structs of one type share their names, so the last position found is nearly always right.
    let last = 0;
    const struct = this.#operandOf(expr.struct, scope);
    return (frame) => {
      const { names, fields } = asStruct(evaluate(struct, frame));
      if (names[last] !== field) last = names.indexOf(field);
      return bound(fields[last]);
    };
  }

  #structUpdate(expr: Extract<Expr, { readonly kind: "structUpdate" }>, scope: Scope): Code {
    const struct = this.#operand(expr.struct, scope);
    const update = this.#operand(expr.update, scope);
    return (frame) => {
      const value = update(frame);
      const { names, fields } = asStruct(struct(frame));
      return { kind: "struct", names, fields: fields.with(names.indexOf(expr.field), value) };
    };
  }

  #cons(expr: Extract<Expr, { readonly kind: "cons" }>, scope: Scope): Code {
    const lastFirst = this.#operands(expr.front, scope).toReversed();
    const tail = this.#operand(expr.tail, scope);
    return (frame) => {
      let list = asList(tail(frame));
      for (const element of lastFirst) list = cons(evaluate(element, frame), list);
      return list;
    };
  }

  #toAny(type: LfType, value: Code): Code {
    const closed = expandType(type, this.#definitions);
    return (frame) => ({ kind: "any", type: closed, value: value(frame) });
  }

  /** Some exactly when the types are identical, package included. */
  #fromAny(type: LfType, any: Code): Code {
    const closed = expandType(type, this.#definitions);
    return (frame) => {
      const content = asKind("any", any(frame));
      return compareTypes(content.type, closed) === 0 ? some(content.value) : none;
    };
  }

  #throw(type: LfType, exception: Code): Code {
    const closed = expandType(type, this.#definitions);
    return (frame) => {
      const payload: AnyV = { kind: "any", type: closed, value: exception(frame) };
      throw new DamlException(payload);
    };
  }

  #toInterface(templateId: TypeId, value: Code): Code {
    return (frame) => ({
      kind: "interface",
      templateId,
      payload: asRecord(value(frame)),
    });
  }

  #onInterface(expr: InterfaceExpr, scope: Scope): Code {
    const program = this.#program;
    const definitions = this.#definitions;
    const operand = this.#operand(expr.expr, scope);
    switch (expr.kind) {
      case "fromInterface": {
        const { templateId } = expr;
        return (frame) => {
          const payload = fromInterface(program, asKind("interface", operand(frame)), templateId);
          return payload === undefined ? none : some(payload);
        };
      }
      case "unsafeFromInterface": {
        const { templateId } = expr;
        const contractId = this.#operand(expr.contractId, scope);
        return (frame) => {
          const value = asKind("interface", operand(frame));
          const id = asKind("contractId", contractId(frame));
          return unsafeFromInterface(value, templateId, id);
        };
      }
      case "callInterface": {
        const { interfaceId, method } = expr;
        return (frame) =>
          program.callMethod(asKind("interface", operand(frame)), interfaceId, method);
      }
      case "signatoryInterface":
        return (frame) => program.signatories(asKind("interface", operand(frame)));
      case "observerInterface":
        return (frame) => program.observers(asKind("interface", operand(frame)));
      case "viewInterface": {
        const { interfaceId } = expr;
        return (frame) => program.view(asKind("interface", operand(frame)), interfaceId);
      }
      case "interfaceTemplateTypeRep":
        return (frame) => {
          const { templateId } = asKind("interface", operand(frame));
          return { kind: "typeRep", type: { kind: "constructor", id: templateId, arguments: [] } };
        };
      case "toRequiredInterface":
        return operand;
      case "fromRequiredInterface": {
        const { requiring } = expr;
        return (frame) => {
          const value = asKind("interface", operand(frame));
          return hasInstance(definitions, value.templateId, requiring) ? some(value) : none;
        };
      }
      case "unsafeFromRequiredInterface": {
        const { required, requiring } = expr;
        const contractId = this.#operand(expr.contractId, scope);
        return (frame) => {
          const value = asKind("interface", operand(frame));
          const id = asKind("contractId", contractId(frame));
          assertImplementsRequiring(definitions, value, {
            required,
            requiring,
            contractId: id,
          });
          return value;
        };
      }
    }
  }
}

/** Functions of functions, as one function of all their parameters: types between them erase. */
const curried = (
  expr: Extract<Expr, { readonly kind: "lambda" }>,
): { readonly parameters: readonly string[]; readonly result: Expr } => {
  const parameters: string[] = [];
  let result: Expr = expr;
  while (result.kind === "lambda" || result.kind === "typeLambda") {
    if (result.kind === "lambda") parameters.push(...result.parameters.map(({ name }) => name));
    result = result.body;
  }
  return { parameters, result };
};

/** Applications of applications, as one to all their arguments. */
export const uncurried = (
  expr: Extract<Expr, { readonly kind: "apply" }>,
): { readonly head: Expr; readonly operands: readonly Expr[] } => {
  const lists: (readonly Expr[])[] = [];
  let head: Expr = expr;
  while (head.kind === "apply" || head.kind === "typeApply") {
    if (head.kind === "apply") lists.push(head.arguments);
    head = head.kind === "apply" ? head.fun : head.expr;
  }
  return { head, operands: lists.reverse().flat() };
};

type InterfaceExpr = Extract<
  Expr,
  {
    readonly kind:
      | "fromInterface"
      | "unsafeFromInterface"
      | "callInterface"
      | "signatoryInterface"
      | "observerInterface"
      | "viewInterface"
      | "interfaceTemplateTypeRep"
      | "toRequiredInterface"
      | "fromRequiredInterface"
      | "unsafeFromRequiredInterface";
  }
>;

/** Expressions that have the same value wherever and whenever they are evaluated. */
const constants: ReadonlySet<Expr["kind"]> = new Set([
  "value",
  "builtin",
  "unit",
  "bool",
  "int64",
  "text",
  "timestamp",
  "numeric",
  "date",
  "failureCategory",
  "enum",
  "nil",
  "none",
  "typeRep",
]);

const captureAll = (slots: readonly number[], frame: readonly RuntimeValue[]): RuntimeValue[] => {
  const values = new Array<RuntimeValue>(slots.length);
  let index = 0;
  for (const slot of slots) values[index++] = bound(frame[slot]);
  return values;
};

const constant =
  (value: RuntimeValue): Code =>
  () =>
    value;

const variable = (name: string, scope: Scope): Code => {
  const slot = scope.slotOf(name);
  if (slot === undefined)
    throw ledgerError("PACKAGE_VALIDATION_FAILED", {
      cause: `The variable ${name} is not bound; the package is ill-formed.`,
    });
  return (frame) => bound(frame[slot]);
};

const headOf = (type: LfType): TypeId => {
  if (type.kind === "constructor") return type.id;
  throw ledgerError("PACKAGE_VALIDATION_FAILED", {
    cause: `A data type was expected where a ${type.kind} type stands; the package is ill-formed.`,
  });
};
