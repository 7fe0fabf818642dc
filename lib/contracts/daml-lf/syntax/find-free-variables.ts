import type { CaseAlternative, CasePattern, LetBinding, LfExpr, UpdateExpr } from "./ast.ts";
import { isLiteralExpression } from "./literal.ts";

/** Cache of results. Expressions are immutable; entries live as long as the expression. */
const freeVariablesCache = new WeakMap<LfExpr, ReadonlySet<string>>();

/** Returns the free variables of an expression. Computed once per expression. */
export const findFreeVariables = (expr: LfExpr): ReadonlySet<string> => {
  const before = freeVariablesCache.get(expr);
  if (before !== undefined) return before;
  const free = computeFreeVariables(expr);
  freeVariablesCache.set(expr, free);
  return free;
};

const noVariables: ReadonlySet<string> = new Set();

const uniteSets = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> => {
  const filled = sets.filter((set) => set.size > 0);
  if (filled.length === 0) return noVariables;
  const [first] = filled;
  if (filled.length === 1 && first !== undefined) return first;
  return new Set(filled.flatMap((set) => [...set]));
};

const omitNames = (set: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> => {
  if (!names.some((name) => set.has(name))) return set;
  const rest = new Set(set);
  for (const name of names) rest.delete(name);
  return rest;
};

const findFreeVariablesInAll = (exprs: readonly LfExpr[]): ReadonlySet<string> =>
  uniteSets(exprs.map(findFreeVariables));

const computeFreeVariables = (expr: LfExpr): ReadonlySet<string> => {
  if (isLiteralExpression(expr)) return noVariables;
  switch (expr.kind) {
    case "variable":
      return new Set([expr.name]);
    case "value":
    case "experimental":
      return noVariables;
    case "record":
    case "struct":
      return findFreeVariablesInAll(expr.fields.map((field) => field.expr));
    case "recordField":
      return findFreeVariables(expr.record);
    case "recordUpdate":
      return findFreeVariablesInAll([expr.record, expr.update]);
    case "structField":
      return findFreeVariables(expr.struct);
    case "structUpdate":
      return findFreeVariablesInAll([expr.struct, expr.update]);
    case "variant":
      return findFreeVariables(expr.argument);
    case "apply":
      return findFreeVariablesInAll([expr.fun, ...expr.arguments]);
    case "typeApply":
    case "toAny":
    case "fromAny":
    case "toAnyException":
    case "fromAnyException":
    case "toInterface":
    case "fromInterface":
    case "callInterface":
    case "signatoryInterface":
    case "observerInterface":
    case "viewInterface":
    case "interfaceTemplateTypeRep":
    case "toRequiredInterface":
    case "fromRequiredInterface":
      return findFreeVariables(expr.expr);
    case "unsafeFromInterface":
    case "unsafeFromRequiredInterface":
      return findFreeVariablesInAll([expr.contractId, expr.expr]);
    case "lambda":
      return omitNames(
        findFreeVariables(expr.body),
        expr.parameters.map(({ name }) => name),
      );
    case "typeLambda":
      return findFreeVariables(expr.body);
    case "case":
      return uniteSets([
        findFreeVariables(expr.scrutinee),
        ...expr.alternatives.map(findAlternativeFreeVariables),
      ]);
    case "let":
      return findBlockFreeVariables(expr.bindings, expr.body);
    case "cons":
      return findFreeVariablesInAll([...expr.front, expr.tail]);
    case "some":
      return findFreeVariables(expr.value);
    case "throw":
      return findFreeVariables(expr.exception);
    case "update":
      return findUpdateFreeVariables(expr.update);
  }
};

/** Returns the free variables of a block. Each binding is in scope in the later bindings and in the body. */
const findBlockFreeVariables = (
  bindings: readonly LetBinding[],
  body: LfExpr,
): ReadonlySet<string> =>
  bindings.reduceRight(
    (rest, { name, bound }) => uniteSets([findFreeVariables(bound), omitNames(rest, [name])]),
    findFreeVariables(body),
  );

const findAlternativeFreeVariables = ({ pattern, body }: CaseAlternative): ReadonlySet<string> =>
  omitNames(findFreeVariables(body), findPatternVariables(pattern));

export const findPatternVariables = (pattern: CasePattern): readonly string[] => {
  switch (pattern.kind) {
    case "variant":
    case "some":
      return [pattern.binder];
    case "cons":
      return [pattern.head, pattern.tail];
    case "default":
    case "unit":
    case "nil":
    case "none":
    case "bool":
    case "enum":
      return [];
  }
};

const findUpdateFreeVariables = (update: UpdateExpr): ReadonlySet<string> => {
  switch (update.kind) {
    case "pure":
    case "embed":
      return findFreeVariables(update.expr);
    case "block":
      return findBlockFreeVariables(update.bindings, update.body);
    case "create":
    case "createInterface":
      return findFreeVariables(update.argument);
    case "exercise":
      return findFreeVariablesInAll([update.contractId, update.argument]);
    case "exerciseInterface":
      return findFreeVariablesInAll([
        update.contractId,
        update.argument,
        ...(update.guard === undefined ? [] : [update.guard]),
      ]);
    case "exerciseByKey":
      return findFreeVariablesInAll([update.key, update.argument]);
    case "fetch":
    case "fetchInterface":
      return findFreeVariables(update.contractId);
    case "fetchByKey":
    case "queryByKey":
    case "getTime":
      return noVariables;
    case "isLedgerTimeBefore":
      return findFreeVariables(update.time);
    case "tryCatch":
      return uniteSets([
        findFreeVariables(update.attempt),
        omitNames(findFreeVariables(update.handler), [update.variable]),
      ]);
  }
};
