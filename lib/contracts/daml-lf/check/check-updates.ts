import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { LfChoice, UpdateExpr } from "../syntax/ast.ts";
import { pairTypeId } from "../syntax/pair-type.ts";
import { checkContractKeySupport, rejectChoiceGuard } from "./check-language-features.ts";
import { bindVariableType, type ExprTypeChecker, type TypeEnvironment } from "./expr-typing.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import { requireBuiltinTypeArgument } from "./standard-types.ts";
import { createInvalidPackageError } from "./validation-error.ts";

type KeyQuery = Extract<UpdateExpr, { readonly kind: "fetchByKey" | "queryByKey" }>;

type ExerciseExpr = Extract<
  UpdateExpr,
  { readonly kind: "exercise" | "exerciseInterface" | "exerciseByKey" }
>;

const isKeyQuery = (update: UpdateExpr): update is KeyQuery =>
  update.kind === "fetchByKey" || update.kind === "queryByKey";

/**
 * Returns the type of an update expression (daml-lf.md 8). For a query by key, this is a function that
 * returns an update. Checks that the target exists and that the arguments match. Raises
 * DAR_VALIDATION_ERROR, DAR_PARSE_ERROR for keys in a language version without them and for guards of
 * choices, and the errors of `typing`.
 */
export const inferUpdateType = (
  update: UpdateExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  if (isKeyQuery(update)) return inferKeyQueryType(update, typing);
  return typing.types.standard.getUpdateType(inferUpdateResultType(update, env, typing));
};

/** Returns the type of a query by key, which is a function that returns an update. */
const inferKeyQueryType = (
  { kind, templateId }: KeyQuery,
  typing: ExprTypeChecker,
): InternedType => {
  const { standard } = typing.types;
  const key = getContractKeyType(templateId, typing);
  const found = getContractPairType(templateId, typing.types);
  if (kind === "fetchByKey") return standard.getFunctionType(key, standard.getUpdateType(found));
  const answer = standard.getOptionalType(standard.getListType(found));
  return standard.getFunctionType(
    standard.int64,
    standard.getFunctionType(key, standard.getUpdateType(answer)),
  );
};

/** Returns the type of a contract that a query by key finds: a pair of contract id and payload. */
const getContractPairType = (templateId: TypeId, types: TypeResolver): InternedType => {
  const pair = types.dataType(pairTypeId);
  const payload = types.dataType(templateId);
  return types.table.applyType(pair, [types.getContractIdType(templateId), payload]);
};

const getContractKeyType = (
  templateId: TypeId,
  { types, languageVersion }: ExprTypeChecker,
): InternedType => {
  checkContractKeySupport(languageVersion);
  const { key } = types.definitions.getTemplate(templateId);
  if (key === undefined) throw createInvalidPackageError(`the template ${templateId} has no key`);
  return types.resolve(key.type);
};

/** Returns the type of the update's result. */
const inferUpdateResultType = (
  update: Exclude<UpdateExpr, KeyQuery>,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { types } = typing;
  const { definitions, standard } = types;
  switch (update.kind) {
    case "pure": {
      const type = types.resolveProper(update.type, env.types);
      typing.check(update.expr, type, env);
      return type;
    }
    case "block": {
      let inner = env;
      for (const { name, type, bound } of update.bindings) {
        const declared = types.resolve(type, inner.types);
        typing.check(bound, standard.getUpdateType(declared), inner);
        inner = bindVariableType(inner, name, declared);
      }
      return requireBuiltinTypeArgument(
        "Update",
        types.table.expandIfAlias(typing.inferType(update.body, inner)),
      );
    }
    case "create":
      definitions.getTemplate(update.templateId);
      typing.check(update.argument, types.dataType(update.templateId), env);
      return types.getContractIdType(update.templateId);
    case "createInterface":
      definitions.getInterface(update.interfaceId);
      typing.check(update.argument, types.dataType(update.interfaceId), env);
      return types.getContractIdType(update.interfaceId);
    case "exercise":
    case "exerciseInterface":
    case "exerciseByKey":
      return inferExerciseResultType(update, env, typing);
    case "fetch":
      definitions.getTemplate(update.templateId);
      typing.check(update.contractId, types.getContractIdType(update.templateId), env);
      return types.dataType(update.templateId);
    case "fetchInterface":
      definitions.getInterface(update.interfaceId);
      typing.check(update.contractId, types.getContractIdType(update.interfaceId), env);
      return types.dataType(update.interfaceId);
    case "getTime":
      return standard.timestamp;
    case "isLedgerTimeBefore":
      typing.check(update.time, standard.timestamp, env);
      return standard.bool;
    case "embed": {
      const type = types.resolve(update.type, env.types);
      typing.check(update.expr, standard.getUpdateType(type), env);
      return type;
    }
    case "tryCatch": {
      const type = types.resolve(update.returnType, env.types);
      const attempt = standard.getUpdateType(type);
      typing.check(update.attempt, attempt, env);
      const inner = bindVariableType(env, update.variable, standard.anyException);
      typing.check(update.handler, standard.getOptionalType(attempt), inner);
      return type;
    }
  }
};

const inferExerciseResultType = (
  update: ExerciseExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { types } = typing;
  const choice = findExercisableChoices(update, env, typing).get(update.choice);
  if (choice === undefined) throw createInvalidPackageError(`there is no choice ${update.choice}`);
  typing.check(update.argument, types.resolve(choice.argumentType), env);
  return types.resolve(choice.resultType);
};

/** Returns the choices of the target contract, after checking the expression that determines the target. */
const findExercisableChoices = (
  update: ExerciseExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): ReadonlyMap<string, LfChoice> => {
  const { types } = typing;
  switch (update.kind) {
    case "exercise": {
      const { choices } = types.definitions.getTemplate(update.templateId);
      typing.check(update.contractId, types.getContractIdType(update.templateId), env);
      return choices;
    }
    case "exerciseInterface": {
      rejectChoiceGuard(update.guard);
      const { choices } = types.definitions.getInterface(update.interfaceId);
      typing.check(update.contractId, types.getContractIdType(update.interfaceId), env);
      return choices;
    }
    case "exerciseByKey":
      typing.check(update.key, getContractKeyType(update.templateId, typing), env);
      return types.definitions.getTemplate(update.templateId).choices;
  }
};
