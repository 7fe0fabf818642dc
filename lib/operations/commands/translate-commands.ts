import { invalidArgument } from "../../base/errors/argument-error.ts";
import {
  at,
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";
import { unforeseen } from "../../base/errors/unforeseen.ts";
import {
  fits,
  nameString,
  packageIdString,
  partyString,
} from "../../base/identifiers/identifier-syntax.ts";
import { type PackageName, splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { unit } from "../../base/values/constructors.ts";
import { isOfJsonLayer, unfitJson } from "../../base/values/json-error.ts";
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
import { argumentIdentifier } from "../../views/envelope/identifier-readers.ts";
import { mapAt, readAt } from "../../views/envelope/readers.ts";
import { readTypeReference } from "../../views/envelope/type-reference-reader.ts";
import type { RootCommand } from "../submission/root-command.ts";
import type { CommandRequest, CommandsRequest, PrefetchRequest } from "./commands-request.ts";
import { namesIn, preferenceOf } from "./named-packages.ts";

export interface TranslationOptions {
  readonly packages: PackageRegistry;
  /** Which packages a name may stand for. */
  readonly isUsable: (candidate: Package) => boolean;
  /** Raises what is wrong with the names that commands use, before any of them is looked up. */
  readonly checkNames: (names: ReadonlySet<PackageName>) => void;
  readonly maxValueNesting: number;
}

export interface TranslatedCommands {
  readonly commands: readonly RootCommand[];
  /**
   * What is wrong with values that could be translated, as they came: it is for later steps to raise. Of
   * a value with a fault, what is translated means nothing.
   */
  readonly faults: readonly ValueFault[];
}

export interface ValueFault {
  /** Which of the commands the value is in; undefined for a key to prefetch. */
  readonly command: number | undefined;
  /** With the path of the value within the request. */
  readonly error: LedgerError;
}

/**
 * Resolves the names in commands and types their values: what a participant's JSON layer does before
 * it asks who is calling (ledger-api.md 3.0.1 step 4, 3.6.1 rows 0a–0c).
 *
 * Raises MISSING_FIELD, INVALID_ARGUMENT, JSON_API_PACKAGE_SELECTION_FAILED, what `checkNames` raises,
 * TEMPLATES_OR_INTERFACES_NOT_FOUND, COMMAND_PREPROCESSING_FAILED and what the JSON layer finds wrong
 * with values, with the path of the input at fault.
 */
export const translateCommands = (
  request: CommandsRequest,
  options: TranslationOptions,
): TranslatedCommands => {
  checkSelectors(request);
  const translator = new Translator(request, options);
  const names = namesIn(request);
  if (names.size > 0) options.checkNames(names);
  const commands = mapAt(pathsOf(request), request.commands, (command, index) =>
    translator.command(command, index),
  );
  mapAt(prefetchPath, request.prefetchContractKeys, (prefetch, index) =>
    translator.prefetch(prefetch, index),
  );
  return { commands, faults: translator.faults };
};

const pathsOf =
  ({ commands }: CommandsRequest, field = "") =>
  (index: number): string =>
    `commands[${index}].${commands[index]?.kind ?? ""}${field}`;

const prefetchPath = (index: number): string => `prefetchContractKeys[${index}]`;

/** What package selection depends on must be there and well-formed before anything is selected. */
const checkSelectors = (request: CommandsRequest): void => {
  const [submitter] = request.actAs;
  if (submitter === undefined) {
    throw ledgerError("MISSING_FIELD", {
      cause: "Commands need at least one party in actAs.",
      context: { field_name: "act_as/actAs" },
      path: "actAs",
    });
  }
  argumentIdentifier(partyString, submitter, "actAs[0]");
  request.packageIdSelectionPreference.forEach((packageId, index) =>
    argumentIdentifier(packageIdString, packageId, `packageIdSelectionPreference[${index}]`),
  );
  mapAt(pathsOf(request, ".templateId"), request.commands, ({ value }) =>
    readTypeReference(value.templateId),
  );
};

interface CreatesOne {
  readonly templateId: string;
  readonly createArguments: unknown;
}

interface ExercisesOne {
  readonly templateId: string;
  readonly choice: string;
}

const noFaults: readonly ValueFault[] = [];

class Translator {
  readonly #request: CommandsRequest;
  readonly #packages: PackageRegistry;
  readonly #selection: PackageSelection;
  readonly #maxValueNesting: number;
  #faults = noFaults;
  /** What is being translated: a command or a key to prefetch, and the how manieth. */
  #kind: "command" | "prefetch" = "command";
  #index = 0;

  constructor(request: CommandsRequest, options: TranslationOptions) {
    const { packages, isUsable, maxValueNesting } = options;
    this.#request = request;
    this.#packages = packages;
    this.#maxValueNesting = maxValueNesting;
    this.#selection = new PackageSelection(packages, {
      preference: preferenceOf(request, packages),
      isUsable,
    });
  }

  /** Of all that was translated so far. */
  get faults(): readonly ValueFault[] {
    return this.#faults;
  }

  command({ kind, value }: CommandRequest, index: number): RootCommand {
    this.#kind = "command";
    this.#index = index;
    switch (kind) {
      case "CreateCommand": {
        const { id, payload } = this.#created(value);
        const argument = this.#value("createArguments", value.createArguments, payload);
        return { kind: "create", engine: this.#engine(id), typeId: id, argument };
      }
      case "ExerciseCommand": {
        const signature = this.#exercised(value);
        const choice = choiceOf(signature, value.choice);
        return {
          kind: "exercise",
          engine: this.#engine(signature.id),
          typeId: signature.id,
          contractId: value.contractId,
          choice: choice.name,
          choiceArgument: this.#choiceArgument(value.choiceArgument, choice),
        };
      }
      case "ExerciseByKeyCommand": {
        const choice = choiceOf(this.#exercised(value), value.choice);
        const choiceArgument = this.#choiceArgument(value.choiceArgument, choice);
        const template = this.#template(value.templateId);
        const key = this.#key(value);
        return {
          kind: "exerciseByKey",
          engine: this.#engine(template.id),
          typeId: template.id,
          key,
          choice: choice.name,
          choiceArgument,
        };
      }
      case "CreateAndExerciseCommand": {
        const template = this.#created(value);
        const argument = this.#value("createArguments", value.createArguments, template.payload);
        const choice = choiceOf(template, readChoiceName(value.choice));
        return {
          kind: "createAndExercise",
          engine: this.#engine(template.id),
          typeId: template.id,
          argument,
          choice: choice.name,
          choiceArgument: this.#choiceArgument(value.choiceArgument, choice),
        };
      }
    }
  }

  prefetch(key: PrefetchRequest, index: number): void {
    this.#kind = "prefetch";
    this.#index = index;
    if (key.templateId.startsWith("#")) {
      throw unforeseen({
        field: "templateId",
        expected: "<package id>:<Module>:<Entity>, as keys are not prefetched by package name",
        found: key.templateId,
      });
    }
    this.#key(key);
  }

  /** The key of a template that has one. Raises TEMPLATES_OR_INTERFACES_NOT_FOUND for others. */
  #key({ templateId, contractKey }: Pick<PrefetchRequest, "templateId" | "contractKey">): Value {
    const template = this.#template(readAt("templateId", templateId, readTypeReference));
    if (template.key === undefined) throw at("templateId", withoutKey(template.id));
    return this.#value("contractKey", contractKey, template.key);
  }

  #template(reference: string): TemplateSignature {
    return readAt("templateId", reference, () => this.#selection.template(reference));
  }

  /**
   * The template of a create. An interface is none, which is found out after its arguments were taken for
   * its view.
   */
  #created({ templateId, createArguments }: CreatesOne): TemplateSignature {
    const view = this.#packages.interface(this.#typeId(templateId))?.view;
    if (view !== undefined) this.#value("createArguments", createArguments, view);
    return this.#template(templateId);
  }

  /**
   * What a choice is exercised on. Raises INVALID_ARGUMENT where a package that is known lacks it, and
   * before all else for a choice of no name.
   */
  #exercised({ templateId, choice }: ExercisesOne): TemplateSignature | InterfaceSignature {
    readChoiceName(choice);
    const id = this.#typeId(templateId);
    const found = this.#packages.template(id) ?? this.#packages.interface(id);
    if (found !== undefined) return found;
    return readAt("templateId", templateId, () => {
      if (this.#packages.get(splitTypeId(id).packageId) === undefined) {
        return this.#selection.templateOrInterface(templateId);
      }
      const expected = `a template or interface with a choice ${choice}`;
      throw invalidArgument({ expected, found: templateId });
    });
  }

  #typeId(templateId: string): TypeId {
    return readAt("templateId", templateId, () => this.#selection.typeId(templateId));
  }

  #engine(id: TypeId): ContractEngine {
    return this.#selection.package(splitTypeId(id).packageId).engine;
  }

  #choiceArgument(json: unknown, { argument }: ChoiceSignature): Value {
    return this.#value("choiceArgument", json ?? {}, argument);
  }

  #value(path: string, json: unknown, type: Type): Value {
    const codec = this.#packages.codec(type);
    try {
      return codec.decode(json, this.#maxValueNesting);
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      if (isOfJsonLayer(error)) throw at(path, error);
      this.#postpone(at(path, error));
      return unit;
    }
  }

  #postpone(error: LedgerError): void {
    const isCommand = this.#kind === "command";
    const place = isCommand ? pathsOf(this.#request)(this.#index) : prefetchPath(this.#index);
    const fault = { command: isCommand ? this.#index : undefined, error: at(place, error) };
    this.#faults = [...this.#faults, fault];
  }
}

/** Raises INVALID_ARGUMENT for what no choice can be called, whatever it is a choice of. */
const readChoiceName = (name: string): string => {
  if (fits(nameString, name)) return name;
  throw at("choice", unfitJson("the name of a choice", name));
};

const choiceOf = (
  { id, choices }: TemplateSignature | InterfaceSignature,
  name: string,
): ChoiceSignature => {
  const choice = choices.get(name);
  if (choice !== undefined) return choice;
  throw invalidArgument({
    field: "choice",
    expected: `a choice of ${id}, one of ${[...choices.keys()].join(", ")}`,
    found: name,
  });
};

const withoutKey = (id: TypeId): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `Contracts of ${id} have no key.`,
    resources: [["TEMPLATE_ID", id]],
  });
