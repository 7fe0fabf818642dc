import type { Value } from "../../../base/values/value.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import type { InterfaceDeclaration } from "../types/declaration.ts";
import { encodeContractCodeReturnValue } from "./return-values.ts";
import type { RunnableTypeScriptTemplate } from "./runnable-typescript-template.ts";

/** Returns a template's view of a payload. Throws the errors of its code. */
export const computeTemplateInterfaceView = (
  template: RunnableTypeScriptTemplate,
  of: InterfaceDeclaration,
  payload: unknown,
): Value =>
  encodeContractCodeReturnValue(
    `view of ${template.name} as ${of.qualifiedName}`,
    of.view,
    getImplementation(template, of).view(payload),
  );

/** Returns the interface value for contract code: the view, computed on first access, and the methods. */
export const createInterfaceValue = (
  template: RunnableTypeScriptTemplate,
  of: InterfaceDeclaration,
  payload: unknown,
): object => {
  let view: { readonly of: unknown } | undefined;
  const value = {
    get view(): unknown {
      return (view ??= { of: of.view.decode(computeTemplateInterfaceView(template, of, payload)) })
        .of;
    },
  };
  for (const [name, method] of getImplementation(template, of).methods) {
    Object.defineProperty(value, name, {
      value: (...parameters: unknown[]) => method(payload, ...parameters),
      enumerable: true,
    });
  }
  return Object.freeze(value);
};

const getImplementation = (template: RunnableTypeScriptTemplate, of: InterfaceDeclaration) => {
  const implementation = template.declaration.implementations.get(of);
  if (implementation === undefined) {
    throw createEngineFaultError(`${template.name} does not implement ${of.qualifiedName}.`);
  }
  return implementation;
};
