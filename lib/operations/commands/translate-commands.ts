import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import {
  isLedgerError,
  type LedgerError,
  ledgerError,
  prefixErrorPath,
} from "../../base/errors/ledger-error.ts";
import { createInternalErrorForArgument } from "../../base/errors/unexpected-error.ts";
import {
  damlNameGrammar,
  matchesGrammar,
  packageIdGrammar,
  partyIdGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import { type PackageName, splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { unit } from "../../base/values/constructors.ts";
import { isJsonLayerError, refusedByJsonLayerError } from "../../base/values/json-error.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type {
  ChoiceSignature,
  InterfaceSignature,
  TemplateSignature,
} from "../../contracts/engine/package-signature.ts";
import { PackageSelection } from "../../contracts/packages/package-selection.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import {
  checkIdentifierOfUnnamedField,
  readTemplateOrInterfaceReference,
} from "../../views/envelope/identifier-readers.ts";
import { readElementsWithPath, readWithErrorPath } from "../../views/envelope/readers.ts";
import type { SubmissionRootCommand } from "../submission/submission-root-command.ts";
import type {
  CommandRequest,
  CommandsRequest,
  ContractKeyPrefetchRequest,
} from "./commands-request.ts";

export interface CommandTranslationOptions {
  readonly packages: PackageRegistry;
  /** Returns true if a package name may resolve to this package. */
  readonly isUsable: (candidate: Package) => boolean;
  /**
   * Raises an error if packages cannot be selected for these names, of which some may be equal.
   * Called before any name is resolved.
   */
  readonly checkPackageNames: (names: readonly PackageName[]) => void;
  readonly maxValueNesting: number;
}

export interface TranslatedCommands {
  readonly commands: readonly SubmissionRootCommand[];
  /** The selection that resolved the names. */
  readonly selection: PackageSelection;
  /**
   * Faults of values that do not end the translation. Later steps raise them, in this order. The
   * translation of a faulty value must not be used.
   */
  readonly faults: readonly CommandValueFault[];
}

export interface CommandValueFault {
  /** Index of the command with the value; undefined for a key to prefetch. */
  readonly command: number | undefined;
  /** The error to raise. It has the path of the value in the request. */
  readonly error: LedgerError;
}

/**
 * Resolves the names in commands and types their values, as a participant's JSON layer does before
 * it checks the caller (ledger-api.md 3.0.1 step 4, 3.6.1 rows 0a–0c).
 *
 * Raises MISSING_FIELD, INVALID_ARGUMENT, JSON_API_PACKAGE_SELECTION_FAILED, the errors of
 * `checkPackageNames`, TEMPLATES_OR_INTERFACES_NOT_FOUND, COMMAND_PREPROCESSING_FAILED and the JSON
 * layer's errors for values, with the path of the faulty input.
 */
export const translateCommands = (
  request: CommandsRequest,
  options: CommandTranslationOptions,
): TranslatedCommands => {
  checkSelectors(request);
  const translator = new CommandTranslator(request, options);
  const names = listCommandPackageNames(request);
  if (names.length > 0) options.checkPackageNames(names);
  const commands = readElementsWithPath(
    createCommandPathFormatter(request),
    request.commands,
    (command, index) => translator.translateCommand(command, index),
  );
  readElementsWithPath(formatPrefetchPath, request.prefetchContractKeys, (prefetch, index) =>
    translator.translatePrefetch(prefetch, index),
  );
  return { commands, selection: translator.selection, faults: translator.faults };
};

const createCommandPathFormatter =
  ({ commands }: CommandsRequest, field = "") =>
  (index: number): string =>
    `commands[${index}].${commands[index]?.kind ?? ""}${field}`;

const formatPrefetchPath = (index: number): string => `prefetchContractKeys[${index}]`;

/** Checks that the fields that determine the package selection are present and well-formed. */
const checkSelectors = (request: CommandsRequest): void => {
  const [submitter] = request.actAs;
  if (submitter === undefined) {
    throw ledgerError("MISSING_FIELD", {
      cause: "Commands need at least one party in actAs.",
      context: { field_name: "act_as/actAs" },
      path: "actAs",
    });
  }
  checkIdentifierOfUnnamedField(partyIdGrammar, submitter, "actAs[0]");
  request.packageIdSelectionPreference.forEach((packageId, index) =>
    checkIdentifierOfUnnamedField(
      packageIdGrammar,
      packageId,
      `packageIdSelectionPreference[${index}]`,
    ),
  );
  readElementsWithPath(
    createCommandPathFormatter(request, ".templateId"),
    request.commands,
    ({ value }) => readTemplateOrInterfaceReference(value.templateId),
  );
};

interface CreateFields {
  readonly templateId: string;
  readonly createArguments: unknown;
}

interface ExerciseFields {
  readonly templateId: string;
  readonly choice: string;
}

const noFaults: readonly CommandValueFault[] = [];

class CommandTranslator {
  readonly #request: CommandsRequest;
  readonly #packages: PackageRegistry;
  readonly selection: PackageSelection;
  readonly #maxValueNesting: number;
  #faults = noFaults;
  /** The current item: a command or a key to prefetch, with its index. */
  #kind: "command" | "prefetch" = "command";
  #index = 0;

  constructor(request: CommandsRequest, options: CommandTranslationOptions) {
    const { packages, isUsable, maxValueNesting } = options;
    this.#request = request;
    this.#packages = packages;
    this.#maxValueNesting = maxValueNesting;
    this.selection = new PackageSelection(packages, {
      preference: readPackageSelectionPreference(request, packages),
      isUsable,
    });
  }

  /** The faults found so far. */
  get faults(): readonly CommandValueFault[] {
    return this.#faults;
  }

  translateCommand({ kind, value }: CommandRequest, index: number): SubmissionRootCommand {
    this.#kind = "command";
    this.#index = index;
    switch (kind) {
      case "CreateCommand": {
        const { id, payload } = this.#resolveCreatedTemplate(value);
        const argument = this.#decodeCommandValue(
          "createArguments",
          value.createArguments,
          payload,
        );
        return { kind: "create", engine: this.#getPackageEngine(id), typeId: id, argument };
      }
      case "ExerciseCommand": {
        const signature = this.#resolveExercisedType(value);
        const choice = requireChoice(signature, value.choice);
        return {
          kind: "exercise",
          engine: this.#getPackageEngine(signature.id),
          typeId: signature.id,
          contractId: value.contractId,
          choice: choice.name,
          choiceArgument: this.#choiceArgument(value.choiceArgument, choice),
        };
      }
      case "ExerciseByKeyCommand": {
        const choice = requireChoice(this.#resolveExercisedType(value), value.choice);
        const choiceArgument = this.#choiceArgument(value.choiceArgument, choice);
        const template = this.#resolveTemplate(value.templateId);
        const key = this.#decodeContractKey(value);
        return {
          kind: "exerciseByKey",
          engine: this.#getPackageEngine(template.id),
          typeId: template.id,
          key,
          choice: choice.name,
          choiceArgument,
        };
      }
      case "CreateAndExerciseCommand": {
        const template = this.#resolveCreatedTemplate(value);
        const argument = this.#decodeCommandValue(
          "createArguments",
          value.createArguments,
          template.payload,
        );
        const choice = requireChoice(template, readChoiceName(value.choice));
        return {
          kind: "createAndExercise",
          engine: this.#getPackageEngine(template.id),
          typeId: template.id,
          argument,
          choice: choice.name,
          choiceArgument: this.#choiceArgument(value.choiceArgument, choice),
        };
      }
    }
  }

  translatePrefetch(key: ContractKeyPrefetchRequest, index: number): void {
    this.#kind = "prefetch";
    this.#index = index;
    if (key.templateId.startsWith("#")) {
      throw createInternalErrorForArgument({
        field: "templateId",
        expected:
          "<package id>:<Module>:<Entity>, because keys cannot be prefetched by package name",
        found: key.templateId,
      });
    }
    this.#decodeContractKey(key);
  }

  /**
   * Returns the key of a template. Raises TEMPLATES_OR_INTERFACES_NOT_FOUND for a template without
   * key.
   */
  #decodeContractKey({
    templateId,
    contractKey,
  }: Pick<ContractKeyPrefetchRequest, "templateId" | "contractKey">): Value {
    const template = this.#resolveTemplate(
      readWithErrorPath("templateId", templateId, readTemplateOrInterfaceReference),
    );
    if (template.key === undefined) {
      throw prefixErrorPath("templateId", templateWithoutKeyError(template.id));
    }
    return this.#decodeCommandValue("contractKey", contractKey, template.key);
  }

  #resolveTemplate(reference: string): TemplateSignature {
    return readWithErrorPath("templateId", reference, () => this.selection.getTemplate(reference));
  }

  /**
   * Returns the template of a create. Like a participant, refuses an interface only after decoding
   * the arguments as the interface's view.
   */
  #resolveCreatedTemplate({ templateId, createArguments }: CreateFields): TemplateSignature {
    const found = readWithErrorPath("templateId", templateId, () =>
      this.selection.findReferencedPackage(templateId),
    );
    const view = found?.interfaces.get(splitTypeId(templateId).qualifiedName)?.view;
    if (view !== undefined) this.#decodeCommandValue("createArguments", createArguments, view);
    return this.#resolveTemplate(templateId);
  }

  /**
   * Returns the template or interface that a choice is exercised on. Raises INVALID_ARGUMENT for an
   * invalid choice name, and if the package is known but has no such template or interface.
   */
  #resolveExercisedType({
    templateId,
    choice,
  }: ExerciseFields): TemplateSignature | InterfaceSignature {
    readChoiceName(choice);
    return readWithErrorPath("templateId", templateId, () => {
      const found = this.selection.findReferencedPackage(templateId);
      if (found === undefined) return this.selection.getTemplateOrInterface(templateId);
      const { qualifiedName } = splitTypeId(templateId);
      const type = found.templates.get(qualifiedName) ?? found.interfaces.get(qualifiedName);
      if (type !== undefined) return type;
      const expected = `a template or interface with a choice ${choice}`;
      throw createInvalidArgumentError({ expected, found: templateId });
    });
  }

  #getPackageEngine(id: TypeId): ContractEngine {
    return this.selection.getPackage(splitTypeId(id).packageId).engine;
  }

  #choiceArgument(json: unknown, { argument }: ChoiceSignature): Value {
    return this.#decodeCommandValue("choiceArgument", json ?? {}, argument);
  }

  #decodeCommandValue(path: string, json: unknown, type: Type): Value {
    const codec = this.#packages.codec(type);
    try {
      return codec.decode(json, this.#maxValueNesting);
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      if (isJsonLayerError(error)) throw prefixErrorPath(path, error);
      this.#postponeFault(prefixErrorPath(path, error));
      return unit;
    }
  }

  #postponeFault(error: LedgerError): void {
    const isCommand = this.#kind === "command";
    const place = isCommand
      ? createCommandPathFormatter(this.#request)(this.#index)
      : formatPrefetchPath(this.#index);
    const fault = {
      command: isCommand ? this.#index : undefined,
      error: prefixErrorPath(place, error),
    };
    this.#faults = [...this.#faults, fault];
  }
}

/** Raises INVALID_ARGUMENT for a text that cannot be the name of any choice. */
const readChoiceName = (name: string): string => {
  if (matchesGrammar(damlNameGrammar, name)) return name;
  throw prefixErrorPath("choice", refusedByJsonLayerError("the name of a choice", name));
};

const requireChoice = (
  { id, choices }: TemplateSignature | InterfaceSignature,
  name: string,
): ChoiceSignature => {
  const choice = choices.get(name);
  if (choice !== undefined) return choice;
  throw createInvalidArgumentError({
    field: "choice",
    expected: `a choice of ${id}, one of ${[...choices.keys()].join(", ")}`,
    found: name,
  });
};

const templateWithoutKeyError = (id: TypeId): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `Contracts of ${id} have no key.`,
    resources: [["TEMPLATE_ID", id]],
  });

/**
 * Returns the package names in the well-formed template and interface references of commands, one
 * for each reference.
 */
const listCommandPackageNames = ({ commands }: CommandsRequest): readonly PackageName[] => {
  const names: PackageName[] = [];
  for (const { value } of commands) {
    const { packageName } = splitTypeId(value.templateId);
    if (packageName !== undefined) names.push(packageName);
  }
  return names;
};

/**
 * Returns the package preference of the request; empty if no command refers to a package by name,
 * because then no package is selected and the validation checks the preference. Raises
 * JSON_API_PACKAGE_SELECTION_FAILED for an unknown package.
 */
export const readPackageSelectionPreference = (
  request: CommandsRequest,
  packages: PackageRegistry,
): readonly string[] => {
  const { packageIdSelectionPreference: preference } = request;
  if (preference.length === 0) return preference;
  if (listCommandPackageNames(request).length === 0) return [];
  preference.forEach((packageId, index) => {
    if (packages.get(packageId) === undefined) {
      throw ledgerError("JSON_API_PACKAGE_SELECTION_FAILED", {
        cause: `The preferred package ${packageId} is not known to this participant.`,
        path: `packageIdSelectionPreference[${index}]`,
      });
    }
  });
  return preference;
};
