import type {
  CasePattern,
  LetBinding,
  LfExpr,
  LfType,
  NamedExpr,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Encoder } from "./encoder.ts";
import { printNumeric } from "./literals.ts";
import { MessageWriter } from "./message-writer.ts";

type Write = (message: MessageWriter) => void;

/**
 * Returns a function that writes an expression: the expression itself, or in a flat archive its index in the
 * table.
 */
export const expression = (encoder: Encoder, expr: LfExpr): Write => {
  if (!encoder.flat) return (message) => writeExpr(encoder, expr, message);
  return (message) => {
    message.chosenInt(44, internExpr(encoder, expr));
  };
};

/** Adds an expression to the table unless it has an equal one. Returns its index. */
const internExpr = (encoder: Encoder, expr: LfExpr): number => {
  const known = encoder.exprs.get(expr);
  if (known !== undefined) return known;
  const entry = new MessageWriter();
  writeExpr(encoder, expr, entry);
  const index = encoder.exprEntries.push(entry.finish()) - 1;
  encoder.exprs.set(expr, index);
  return index;
};

const named =
  (encoder: Encoder, { name, expr }: NamedExpr): Write =>
  (message) => {
    message.int(3, encoder.string(name)).message(2, expression(encoder, expr));
  };

const constructorType =
  (encoder: Encoder, type: LfType): Write =>
  (message) => {
    if (type.kind !== "constructor") return;
    message.message(1, encoder.reference(type.id));
    for (const argument of type.arguments) message.message(2, encoder.type(argument));
  };

const typedExpr =
  (encoder: Encoder, type: LfType, expr: LfExpr): Write =>
  (message) => {
    message.message(1, encoder.type(type)).message(2, expression(encoder, expr));
  };

const onReference =
  (encoder: Encoder, id: string, expr: LfExpr): Write =>
  (message) => {
    message.message(1, encoder.reference(id)).message(2, expression(encoder, expr));
  };

const conversion =
  (encoder: Encoder, references: readonly [string, string], exprs: readonly LfExpr[]): Write =>
  (message) => {
    message.message(1, encoder.reference(references[0]));
    message.message(2, encoder.reference(references[1]));
    for (const [index, expr] of exprs.entries()) {
      message.message(3 + index, expression(encoder, expr));
    }
  };

const blockOf =
  (encoder: Encoder, bindings: readonly LetBinding[], body: LfExpr): Write =>
  (message) => {
    for (const { name, type, bound } of bindings) {
      message.message(1, (binding) =>
        binding
          .message(1, encoder.typedName({ name, type }))
          .message(2, expression(encoder, bound)),
      );
    }
    message.message(2, expression(encoder, body));
  };

/** Splits applications and abstractions into ones with one argument each, as flat archives require. */
const splitArguments = (expr: LfExpr): LfExpr => {
  if (expr.kind === "apply" && expr.arguments.length > 1) {
    return expr.arguments.reduce<LfExpr>(
      (fun, argument) => ({ kind: "apply", fun, arguments: [argument] }),
      expr.fun,
    );
  }
  if (expr.kind === "typeApply" && expr.types.length > 1) {
    return expr.types.reduce<LfExpr>(
      (inner, type) => ({ kind: "typeApply", expr: inner, types: [type] }),
      expr.expr,
    );
  }
  if (expr.kind === "lambda" && expr.parameters.length > 1) {
    return expr.parameters.reduceRight<LfExpr>(
      (body, parameter) => ({ kind: "lambda", parameters: [parameter], body }),
      expr.body,
    );
  }
  if (expr.kind === "typeLambda" && expr.parameters.length > 1) {
    return expr.parameters.reduceRight<LfExpr>(
      (body, parameter) => ({ kind: "typeLambda", parameters: [parameter], body }),
      expr.body,
    );
  }
  return expr;
};

const writeExpr = (encoder: Encoder, given: LfExpr, message: MessageWriter): void => {
  encoder.location(1, given, message);
  const expr = encoder.flat ? splitArguments(given) : given;
  const inner = (each: LfExpr): Write => expression(encoder, each);
  switch (expr.kind) {
    case "variable":
      message.chosenInt(2, encoder.string(expr.name));
      return;
    case "value":
      message.message(3, encoder.reference(expr.name));
      return;
    case "builtin":
      message.chosenInt(4, expr.id);
      return;
    case "unit":
      message.chosenInt(5, 0);
      return;
    case "bool":
      message.chosenInt(5, expr.value ? 2 : 1);
      return;
    case "int64":
      message.message(6, (literal) => literal.sint64(1, expr.value));
      return;
    case "timestamp":
      message.message(6, (literal) => literal.sfixed64(2, expr.micros));
      return;
    case "numeric":
      message.message(6, (literal) => literal.chosenInt(3, encoder.string(printNumeric(expr))));
      return;
    case "text":
      message.message(6, (literal) => literal.chosenInt(4, encoder.string(expr.value)));
      return;
    case "date":
      message.message(6, (literal) => literal.chosenInt(5, expr.days));
      return;
    case "failureCategory":
      message.message(6, (literal) => literal.chosenInt(6, expr.category - 8));
      return;
    case "record":
      message.message(7, (m) => {
        m.message(1, constructorType(encoder, expr.type));
        for (const each of expr.fields) m.message(2, named(encoder, each));
      });
      return;
    case "recordField":
      message.message(8, (m) =>
        m
          .message(1, constructorType(encoder, expr.type))
          .message(3, inner(expr.record))
          .int(4, encoder.string(expr.field)),
      );
      return;
    case "recordUpdate":
      message.message(9, (m) =>
        m
          .message(1, constructorType(encoder, expr.type))
          .int(2, encoder.string(expr.field))
          .message(3, inner(expr.record))
          .message(4, inner(expr.update)),
      );
      return;
    case "variant":
      message.message(10, (m) =>
        m
          .message(1, constructorType(encoder, expr.type))
          .int(2, encoder.string(expr.constructor))
          .message(3, inner(expr.argument)),
      );
      return;
    case "enum":
      message.message(11, (m) =>
        m.message(1, encoder.reference(expr.typeId)).int(2, encoder.string(expr.constructor)),
      );
      return;
    case "struct":
      message.message(12, (m) => {
        for (const each of expr.fields) m.message(1, named(encoder, each));
      });
      return;
    case "structField":
      message.message(13, (m) =>
        m.int(1, encoder.string(expr.field)).message(2, inner(expr.struct)),
      );
      return;
    case "structUpdate":
      message.message(14, (m) =>
        m
          .int(1, encoder.string(expr.field))
          .message(2, inner(expr.struct))
          .message(3, inner(expr.update)),
      );
      return;
    case "apply":
      message.message(15, (m) => {
        m.message(1, inner(expr.fun));
        for (const argument of expr.arguments) m.message(2, inner(argument));
      });
      return;
    case "typeApply":
      message.message(16, (m) => {
        m.message(1, inner(expr.expr));
        for (const type of expr.types) m.message(2, encoder.type(type));
      });
      return;
    case "lambda":
      message.message(17, (m) => {
        for (const parameter of expr.parameters) m.message(1, encoder.typedName(parameter));
        m.message(2, inner(expr.body));
      });
      return;
    case "typeLambda":
      message.message(18, (m) => {
        for (const parameter of expr.parameters) m.message(1, encoder.typeParameter(parameter));
        m.message(2, inner(expr.body));
      });
      return;
    case "case":
      message.message(19, (m) => {
        m.message(1, inner(expr.scrutinee));
        for (const { pattern, body } of expr.alternatives) {
          m.message(2, (alternative) => {
            alternative.message(1, inner(body));
            writePattern(encoder, pattern, alternative);
          });
        }
      });
      return;
    case "let":
      message.message(20, blockOf(encoder, expr.bindings, expr.body));
      return;
    case "nil":
      message.message(21, (m) => m.message(1, encoder.type(expr.element)));
      return;
    case "cons":
      message.message(22, (m) => {
        m.message(1, encoder.type(expr.element));
        for (const each of expr.front) m.message(2, inner(each));
        m.message(3, inner(expr.tail));
      });
      return;
    case "update":
      message.message(23, (m) => writeUpdate(encoder, expr.update, m));
      return;
    case "none":
      message.message(25, (m) => m.message(1, encoder.type(expr.element)));
      return;
    case "some":
      message.message(26, typedExpr(encoder, expr.element, expr.value));
      return;
    case "toAny":
      message.message(27, typedExpr(encoder, expr.type, expr.expr));
      return;
    case "fromAny":
      message.message(28, typedExpr(encoder, expr.type, expr.expr));
      return;
    case "typeRep":
      message.message(29, encoder.type(expr.type));
      return;
    case "toAnyException":
      message.message(30, typedExpr(encoder, expr.type, expr.expr));
      return;
    case "fromAnyException":
      message.message(31, typedExpr(encoder, expr.type, expr.expr));
      return;
    case "throw":
      message.message(32, (m) =>
        m
          .message(1, encoder.type(expr.returnType))
          .message(2, encoder.type(expr.exceptionType))
          .message(3, inner(expr.exception)),
      );
      return;
    case "toInterface":
      message.message(33, conversion(encoder, [expr.interfaceId, expr.templateId], [expr.expr]));
      return;
    case "fromInterface":
      message.message(34, conversion(encoder, [expr.interfaceId, expr.templateId], [expr.expr]));
      return;
    case "callInterface":
      message.message(35, (m) =>
        m
          .message(1, encoder.reference(expr.interfaceId))
          .int(2, encoder.string(expr.method))
          .message(3, inner(expr.expr)),
      );
      return;
    case "signatoryInterface":
      message.message(36, onReference(encoder, expr.interfaceId, expr.expr));
      return;
    case "observerInterface":
      message.message(37, onReference(encoder, expr.interfaceId, expr.expr));
      return;
    case "viewInterface":
      message.message(38, onReference(encoder, expr.interfaceId, expr.expr));
      return;
    case "unsafeFromInterface":
      message.message(
        39,
        conversion(encoder, [expr.interfaceId, expr.templateId], [expr.contractId, expr.expr]),
      );
      return;
    case "interfaceTemplateTypeRep":
      message.message(40, onReference(encoder, expr.interfaceId, expr.expr));
      return;
    case "toRequiredInterface":
      message.message(41, conversion(encoder, [expr.required, expr.requiring], [expr.expr]));
      return;
    case "fromRequiredInterface":
      message.message(42, conversion(encoder, [expr.required, expr.requiring], [expr.expr]));
      return;
    case "unsafeFromRequiredInterface":
      message.message(
        43,
        conversion(encoder, [expr.required, expr.requiring], [expr.contractId, expr.expr]),
      );
      return;
    case "experimental":
      message.message(9999, (m) => m.string(1, expr.name).message(2, encoder.type(expr.type)));
      return;
  }
};

const writePattern = (encoder: Encoder, pattern: CasePattern, message: MessageWriter): void => {
  switch (pattern.kind) {
    case "default":
      message.bytes(2, new Uint8Array());
      return;
    case "variant":
      message.message(3, (m) =>
        m
          .message(1, encoder.reference(pattern.typeId))
          .int(2, encoder.string(pattern.constructor))
          .int(3, encoder.string(pattern.binder)),
      );
      return;
    case "unit":
      message.chosenInt(4, 0);
      return;
    case "bool":
      message.chosenInt(4, pattern.value ? 2 : 1);
      return;
    case "nil":
      message.bytes(5, new Uint8Array());
      return;
    case "cons":
      message.message(6, (m) =>
        m.int(1, encoder.string(pattern.head)).int(2, encoder.string(pattern.tail)),
      );
      return;
    case "none":
      message.bytes(7, new Uint8Array());
      return;
    case "some":
      message.message(8, (m) => m.int(1, encoder.string(pattern.binder)));
      return;
    case "enum":
      message.message(9, (m) =>
        m.message(1, encoder.reference(pattern.typeId)).int(2, encoder.string(pattern.constructor)),
      );
      return;
  }
};

const writeUpdate = (encoder: Encoder, update: UpdateExpr, message: MessageWriter): void => {
  const inner = (each: LfExpr): Write => expression(encoder, each);
  switch (update.kind) {
    case "pure":
      message.message(1, typedExpr(encoder, update.type, update.expr));
      return;
    case "block":
      message.message(2, blockOf(encoder, update.bindings, update.body));
      return;
    case "create":
      message.message(3, onReference(encoder, update.templateId, update.argument));
      return;
    case "exercise":
      message.message(4, (m) =>
        m
          .message(1, encoder.reference(update.templateId))
          .message(3, inner(update.contractId))
          .message(5, inner(update.argument))
          .int(6, encoder.string(update.choice)),
      );
      return;
    case "fetch":
      message.message(5, onReference(encoder, update.templateId, update.contractId));
      return;
    case "getTime":
      message.bytes(6, new Uint8Array());
      return;
    case "embed":
      message.message(7, typedExpr(encoder, update.type, update.expr));
      return;
    case "fetchByKey":
      message.message(9, (m) => m.message(1, encoder.reference(update.templateId)));
      return;
    case "exerciseByKey":
      message.message(10, (m) =>
        m
          .message(1, encoder.reference(update.templateId))
          .int(2, encoder.string(update.choice))
          .message(3, inner(update.key))
          .message(4, inner(update.argument)),
      );
      return;
    case "tryCatch":
      message.message(11, (m) =>
        m
          .message(1, encoder.type(update.returnType))
          .message(2, inner(update.attempt))
          .int(3, encoder.string(update.variable))
          .message(4, inner(update.handler)),
      );
      return;
    case "createInterface":
      message.message(12, onReference(encoder, update.interfaceId, update.argument));
      return;
    case "exerciseInterface":
      message.message(13, (m) => {
        m.message(1, encoder.reference(update.interfaceId))
          .int(2, encoder.string(update.choice))
          .message(3, inner(update.contractId))
          .message(4, inner(update.argument));
        if (update.guard !== undefined) m.message(5, inner(update.guard));
      });
      return;
    case "fetchInterface":
      message.message(14, onReference(encoder, update.interfaceId, update.contractId));
      return;
    case "isLedgerTimeBefore":
      message.message(15, inner(update.time));
      return;
    case "queryByKey":
      message.message(16, (m) => m.message(1, encoder.reference(update.templateId)));
      return;
  }
};
