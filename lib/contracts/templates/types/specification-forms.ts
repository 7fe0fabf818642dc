import {
  anything,
  callback,
  each,
  flag,
  type OptionForms,
  optionsOf,
  requireOptions,
  requirePresent,
} from "../../../base/errors/options.ts";
import { assertQualifiedName } from "./declared-names.ts";

const choiceForm = optionsOf({
  argument: anything,
  result: anything,
  consuming: flag,
  controllers: callback,
  observers: callback,
});

const contractKeyForm = optionsOf({
  type: anything,
  of: callback,
  maintainers: callback,
  unique: flag,
});

const choiceMapForm = each("choices", choiceForm);

const templateForms: OptionForms = {
  payload: anything,
  signatories: callback,
  observers: callback,
  ensure: callback,
  key: contractKeyForm,
  choices: choiceMapForm,
};

const interfaceForms: OptionForms = {
  view: anything,
  methods: anything,
  requires: anything,
  choices: choiceMapForm,
};

/**
 * Raises INVALID_ARGUMENT for an unknown property of a `defineTemplate` argument. A misspelled `observers`
 * or `ensure` would otherwise silently show contracts to fewer parties or allow invalid contracts.
 */
export const requireTemplateSpecification = (name: string, specification: object): void => {
  assertQualifiedName(name);
  requireOptions(specification, templateForms, name);
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
  requireOptions(specification, interfaceForms, name);
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
