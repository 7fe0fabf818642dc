import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { LfExpr } from "../syntax/ast.ts";
import { checkUnsafeConversionSupport } from "./check-language-features.ts";
import type { PackageDefinitionLookup } from "./definitions.ts";
import type { ExprTypeChecker, TypeEnvironment } from "./expr-typing.ts";
import type { InternedType } from "./interned-type.ts";
import { createInvalidPackageError } from "./validation-error.ts";

type InterfaceExpr = Extract<
  LfExpr,
  {
    readonly kind:
      | "toInterface"
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

/**
 * Returns the type of a conversion to or from an interface, or of a query of a contract through an
 * interface. Conversions must match the implementations of templates and the requirements of interfaces
 * (daml-lf.md 7). Raises DAR_VALIDATION_ERROR, DAR_PARSE_ERROR for an unsafe conversion in a language
 * version without it, and the errors of `typing`.
 */
export const inferInterfaceExprType = (
  expr: InterfaceExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { types } = typing;
  const { definitions, standard } = types;
  switch (expr.kind) {
    case "toInterface":
      checkImplements(expr.templateId, expr.interfaceId, definitions);
      typing.check(expr.expr, types.dataType(expr.templateId), env);
      return types.dataType(expr.interfaceId);
    case "fromInterface":
      checkImplements(expr.templateId, expr.interfaceId, definitions);
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      return standard.getOptionalType(types.dataType(expr.templateId));
    case "unsafeFromInterface":
      checkUnsafeConversionSupport(typing.languageVersion);
      checkImplements(expr.templateId, expr.interfaceId, definitions);
      typing.check(expr.contractId, types.getContractIdType(expr.interfaceId), env);
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      return types.dataType(expr.templateId);
    case "callInterface": {
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      const type = definitions.getInterface(expr.interfaceId).methods.get(expr.method);
      if (type === undefined) {
        throw createInvalidPackageError(
          `the interface ${expr.interfaceId} has no method ${expr.method}`,
        );
      }
      return types.resolve(type);
    }
    case "signatoryInterface":
    case "observerInterface":
      definitions.getInterface(expr.interfaceId);
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      return standard.parties;
    case "viewInterface":
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      return types.resolve(definitions.getInterface(expr.interfaceId).view);
    case "interfaceTemplateTypeRep":
      definitions.getInterface(expr.interfaceId);
      typing.check(expr.expr, types.dataType(expr.interfaceId), env);
      return standard.typeRep;
    case "toRequiredInterface":
      checkRequires(expr.requiring, expr.required, definitions);
      typing.check(expr.expr, types.dataType(expr.requiring), env);
      return types.dataType(expr.required);
    case "fromRequiredInterface":
      checkRequires(expr.requiring, expr.required, definitions);
      typing.check(expr.expr, types.dataType(expr.required), env);
      return standard.getOptionalType(types.dataType(expr.requiring));
    case "unsafeFromRequiredInterface":
      checkRequires(expr.requiring, expr.required, definitions);
      typing.check(expr.contractId, types.getContractIdType(expr.required), env);
      typing.check(expr.expr, types.dataType(expr.required), env);
      return types.dataType(expr.requiring);
  }
};

const checkImplements = (
  templateId: TypeId,
  interfaceId: TypeId,
  definitions: PackageDefinitionLookup,
): void => {
  definitions.getInterface(interfaceId);
  if (definitions.getTemplate(templateId).implements.has(interfaceId)) return;
  throw createInvalidPackageError(`the template ${templateId} does not implement ${interfaceId}`);
};

const checkRequires = (
  requiring: TypeId,
  required: TypeId,
  definitions: PackageDefinitionLookup,
): void => {
  definitions.getInterface(required);
  const { requires } = definitions.getInterface(requiring);
  if (requiring === required || requires.includes(required)) return;
  throw createInvalidPackageError(`the interface ${requiring} does not require ${required}`);
};
