import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  createTypeId,
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../../base/values/type.ts";
import type { ContractEngine } from "../../engine/contract-engine.ts";
import type { Package } from "../../engine/package.ts";
import type {
  ChoiceSignature,
  InterfaceSignature,
  TemplateSignature,
} from "../../engine/package-signature.ts";
import type { SourcePlaceTracker } from "../code/source-place-tracker.ts";
import { earlyStandardLibraryPackages } from "../known/early-language-packages.ts";
import { toLedgerDataDefinition, toLedgerType } from "../link/to-ledger-type.ts";
import type { RuntimeDataShape } from "../runtime/runtime-value.ts";
import type {
  LfChoice,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
} from "../syntax/ast.ts";
import { pairTypeId } from "../syntax/pair-type.ts";
import { PackageSourceFiles } from "./package-source-files.ts";
import { CompiledProgram } from "./program.ts";

/** The Daml packages of one engine, for the evaluator and for the ledger's package registry. */
export class DamlPackages {
  readonly program: CompiledProgram;
  /** The archive that each package was decoded from. */
  readonly archives: Map<PackageId, Uint8Array> = new Map<PackageId, Uint8Array>();
  readonly pairShape: RuntimeDataShape = { typeId: pairTypeId, names: ["_1", "_2"] };
  readonly #types = new WeakMap<LfType, Type>();

  readonly sources: PackageSourceFiles = new PackageSourceFiles();

  /** With `trace`, the code of the packages records its source locations. */
  constructor(trace?: SourcePlaceTracker) {
    this.program = new CompiledProgram(trace);
  }

  /** Returns the name of the package that defines a template. */
  getPackageName(id: TypeId): PackageName {
    const { packageId } = splitTypeId(id);
    const found = this.program.definitions.findPackage(packageId);
    if (found === undefined) {
      throw ledgerError("PACKAGE_NOT_FOUND", {
        cause: `The package ${packageId} is not known to the Daml engine.`,
        resources: [["PACKAGE", packageId]],
      });
    }
    return found.name;
  }

  /** Returns the ledger type. The result is always the same object for the same Daml-LF type object. */
  getDeclaredType(type: LfType): Type {
    const known = this.#types.get(type);
    if (known !== undefined) return known;
    const declared = toLedgerType(this.program.definitions, type);
    this.#types.set(type, declared);
    return declared;
  }

  /** Adds a decoded package. Its signature is computed on first use. */
  add(lfPackage: LfPackage, engine: ContractEngine, archive: Uint8Array): Package {
    this.program.definitions.add(lfPackage);
    this.archives.set(lfPackage.packageId, archive);
    return new DamlPackage(this, lfPackage, { engine, archive });
  }
}

class DamlPackage implements Package {
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly dependencies: readonly string[];
  readonly engine: ContractEngine;
  readonly archive: Uint8Array;
  readonly #packages: DamlPackages;
  readonly #lf: LfPackage;
  #templates: ReadonlyMap<string, TemplateSignature> | undefined;
  #interfaces: ReadonlyMap<string, InterfaceSignature> | undefined;
  #dataTypes: ReadonlyMap<string, DataDefinition> | undefined;
  #exceptions: ReadonlySet<string> | undefined;
  #isUtility: boolean | undefined;

  constructor(
    packages: DamlPackages,
    lfPackage: LfPackage,
    { engine, archive }: { readonly engine: ContractEngine; readonly archive: Uint8Array },
  ) {
    this.#packages = packages;
    this.#lf = lfPackage;
    this.packageId = lfPackage.packageId;
    this.name = lfPackage.name;
    this.version = lfPackage.version;
    this.language = lfPackage.languageVersion;
    this.dependencies = [...lfPackage.dependencies];
    this.engine = engine;
    this.archive = archive;
  }

  get templates(): ReadonlyMap<string, TemplateSignature> {
    return (this.#templates ??= this.#collectDefinitions(({ templates }, qualify) =>
      [...templates.values()].map((template) => [
        qualify(template.name),
        this.#createTemplateSignature(qualify(template.name), template),
      ]),
    ));
  }

  get interfaces(): ReadonlyMap<string, InterfaceSignature> {
    return (this.#interfaces ??= this.#collectDefinitions(({ interfaces }, qualify) =>
      [...interfaces.values()].map((each) => [
        qualify(each.name),
        this.#createInterfaceSignature(qualify(each.name), each),
      ]),
    ));
  }

  get dataTypes(): ReadonlyMap<string, DataDefinition> {
    return (this.#dataTypes ??= this.#collectDefinitions(({ dataTypes }, qualify) =>
      [...dataTypes.values()].flatMap((each) => {
        const data = each.serializable
          ? toLedgerDataDefinition(this.#packages.program.definitions, each)
          : undefined;
        return data === undefined ? [] : [[qualify(each.name), data] as const];
      }),
    ));
  }

  get exceptions(): ReadonlySet<string> {
    return (this.#exceptions ??= new Set(
      [...this.#lf.modules.values()].flatMap(({ name: module, exceptions }) =>
        [...exceptions.keys()].map((name) => `${module}:${name}`),
      ),
    ));
  }

  get modules(): ReadonlySet<string> {
    return new Set(this.#lf.modules.keys());
  }

  get isUtility(): boolean {
    return (this.#isUtility ??=
      this.#lf.isUtility ??
      (earlyStandardLibraryPackages.has(this.packageId) ||
        [...this.#lf.modules.values()].every(hasNoLedgerTypes)));
  }

  #collectDefinitions<T>(
    ofModule: (
      module: LfModule,
      qualify: (name: string) => string,
    ) => readonly (readonly [string, T])[],
  ): ReadonlyMap<string, T> {
    return new Map(
      [...this.#lf.modules.values()].flatMap((module) =>
        ofModule(module, (name) => `${module.name}:${name}`),
      ),
    );
  }

  #createTemplateSignature(qualifiedName: string, template: LfTemplate): TemplateSignature {
    const id = createTypeId(this.packageId, qualifiedName);
    const { payloadType, key } = this.#packages.program.getTemplateCode(id);
    return {
      id,
      payload: this.#packages.getDeclaredType(payloadType),
      ...(key === undefined ? {} : { key: this.#packages.getDeclaredType(key.type) }),
      choices: this.#createChoiceSignatures(template.choices),
      implements: new Set(template.implements.keys()),
    };
  }

  #createInterfaceSignature(qualifiedName: string, definition: LfInterface): InterfaceSignature {
    return {
      id: createTypeId(this.packageId, qualifiedName),
      view: this.#packages.getDeclaredType(definition.view),
      choices: this.#createChoiceSignatures(definition.choices),
      requires: new Set(definition.requires),
    };
  }

  #createChoiceSignatures(
    choices: ReadonlyMap<string, LfChoice>,
  ): ReadonlyMap<string, ChoiceSignature> {
    return new Map(
      [...choices].map(([name, { consuming, argumentType, resultType }]) => [
        name,
        {
          name,
          consuming,
          argument: this.#packages.getDeclaredType(argumentType),
          result: this.#packages.getDeclaredType(resultType),
        },
      ]),
    );
  }
}

const hasNoLedgerTypes = ({ templates, interfaces, dataTypes }: LfModule): boolean =>
  templates.size === 0 &&
  interfaces.size === 0 &&
  [...dataTypes.values()].every(({ serializable }) => !serializable);
