import {
  anyValueCheck,
  booleanCheck,
  functionCheck,
  objectValuesCheck,
  type OptionChecks,
  optionsCheck,
  requireOptions,
  requirePresent,
} from "../../../base/errors/options.ts";
import { assertQualifiedName } from "./declared-names.ts";

const choiceCheck = optionsCheck({
  argument: anyValueCheck,
  result: anyValueCheck,
  consuming: booleanCheck,
  controllers: functionCheck,
  observers: functionCheck,
});

const contractKeyCheck = optionsCheck({
  type: anyValueCheck,
  of: functionCheck,
  maintainers: functionCheck,
  unique: booleanCheck,
});

const choiceMapCheck = objectValuesCheck("choices", choiceCheck);

const templateChecks: OptionChecks = {
  payload: anyValueCheck,
  signatories: functionCheck,
  observers: functionCheck,
  ensure: functionCheck,
  key: contractKeyCheck,
  choices: choiceMapCheck,
};

const interfaceChecks: OptionChecks = {
  view: anyValueCheck,
  methods: anyValueCheck,
  requires: anyValueCheck,
  choices: choiceMapCheck,
};

/**
 * Raises INVALID_ARGUMENT for an unknown property of a `defineTemplate` argument. A misspelled `observers`
 * or `ensure` would otherwise silently show contracts to fewer parties or allow invalid contracts.
 */
export const requireTemplateSpecification = (name: string, specification: object): void => {
  assertQualifiedName(name);
  requireOptions(specification, templateChecks, name);
  requirePresent({ ...specification }, ["payload", "signatories"], name);
  const { key: keyed }: { readonly key?: object } = specification;
  if (keyed !== undefined) {
    requirePresent({ ...keyed }, ["type", "of", "maintainers"], `${name}.key`);
  }
  requireControllers(name, specification);
};

/** Raises INVALID_ARGUMENT for an unknown property of a `defineInterface` argument. */
export const requireInterfaceSpecification = (name: string, specification: object): void => {
  assertQualifiedName(name);
  requireOptions(specification, interfaceChecks, name);
  requirePresent({ ...specification }, ["view"], name);
  requireControllers(name, specification);
};

const requireControllers = (
  name: string,
  { choices: declared = {} }: { readonly choices?: Readonly<Record<string, object>> },
): void => {
  for (const [choiceName, given] of Object.entries(declared)) {
    requirePresent({ ...given }, ["controllers"], `${name}.choices.${choiceName}`);
  }
};
