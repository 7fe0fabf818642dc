import type {
  DamlLocation,
  SourceExcerpt,
  SourceRange,
} from "../../../base/errors/daml-failure.ts";
import { truncateText } from "../../../base/errors/truncate-text.ts";
import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type { CodeCoverageRecorder } from "../../engine/code-execution-record.ts";
import { type DamlCodeFrame, findMostHelpfulFrame } from "../../engine/code-frame.ts";
import type { ContractCodeFailureTrace, TracingEngine } from "../../engine/contract-engine.ts";
import { parseArchivePayloadWithoutHashing } from "../archive/archive.ts";
import { ExecutionCounter } from "../code/execution-counter.ts";
import {
  type CodeCallStack,
  type InstructionSourcePlace,
  SourcePlaceTracker,
} from "../code/source-place-tracker.ts";
import { decodePackageWithSourceRanges } from "../decode/decode-package.ts";
import type { SourceRangeByOwner } from "../decode/source-range-by-owner.ts";
import type { LfPackage } from "../syntax/ast.ts";
import { formatReadableValueName } from "../syntax/readable-name.ts";
import { DamlCodeCoverageRecorder } from "./code-recorder.ts";
import { DamlPackages } from "./daml-packages.ts";
import { type CodeCoverageEngine, DamlEngine, type DamlEngineLimits } from "./engine.ts";
import { findViolatedPreconditionTemplate } from "./upgrading-contract-reader.ts";

/** Source ranges of all expressions and definitions that were decoded with ranges. */
const decodedSourceRanges: SourceRangeByOwner = new WeakMap();
/** Packages decoded with ranges, by the same package decoded without ranges. */
const packageWithRangesCache = new WeakMap<LfPackage, LfPackage>();

/** Maximum number of trace messages in a failure; older ones are dropped. */
const maxTraces = 20;
/** Maximum length of a trace message, in UTF-16 code units. */
const maxTraceLength = 500;

/**
 * Runs the packages of another engine, decoded again with the source ranges of their expressions.
 * Definitions are decoded on first use.
 */
export class TracingDamlEngine extends DamlEngine implements TracingEngine, CodeCoverageEngine {
  readonly #trace: SourcePlaceTracker;
  readonly packages: DamlPackages;
  readonly #sources: DamlPackages;
  readonly #traces: string[] = [];
  #recorder: DamlCodeCoverageRecorder | undefined;
  #onMessage: ((message: string) => void) | undefined;

  constructor(sources: DamlPackages, limits: DamlEngineLimits) {
    const nameOf = (definition: string): string =>
      packages.program.definitions.findPackage(splitTypeId(definition).packageId)?.name ?? "";
    const trace = new SourcePlaceTracker(
      decodedSourceRanges,
      (definition) => isThrowInstance(definition) || isLanguagePackage(nameOf(definition)),
    );
    const packages: DamlPackages = new DamlPackages(trace);
    super(packages, limits);
    this.#sources = sources;
    this.#trace = trace;
    this.packages = packages;
    packages.program.traces.addListener((message) => {
      if (this.#traces.length === maxTraces) this.#traces.shift();
      this.#traces.push(truncateText(message, maxTraceLength));
      this.#onMessage?.(message);
    });
  }

  override getCodeRecorder(): CodeCoverageRecorder {
    const { program } = this.packages;
    const counter = (this.#trace.counter ??= new ExecutionCounter(program.budget.spentSteps));
    this.#recorder ??= new DamlCodeCoverageRecorder(counter, {
      program,
      places: this.#trace.codePlaces,
      isLanguageCode: (packageId) => isLanguagePackage(this.#getNameAndVersion(packageId).name),
      frameOf: (place) => this.#createStackFrame(place),
      choiceFrame: (definition) => this.#choiceFrame(definition),
    });
    return this.#recorder;
  }

  /**
   * Returns the frame of a whole choice, given the name of its definition. It has no range if neither the
   * source nor the archive has one for the choice.
   */
  #choiceFrame(name: string): DamlCodeFrame {
    const { packageId, qualifiedName } = splitTypeId(name);
    const [module = "", definition = ""] = qualifiedName.split(":");
    const [owner = "", choice = ""] = definition.split(" choice ");
    const found = this.packages.program.definitions.findPackage(packageId)?.modules.get(module);
    const source = (found?.templates.get(owner) ?? found?.interfaces.get(owner))?.choices.get(
      choice,
    );
    const frame = this.#createStackFrame({
      definition: { name },
      range: undefined,
      isWholeDefinition: true,
      isExercise: false,
      isLanguageCode: isLanguagePackage(this.#getNameAndVersion(packageId).name),
    });
    const declaration = this.#sources.sources.findDeclaration(packageId, module, definition);
    return { ...frame, range: declaration ?? (source && decodedSourceRanges.get(source)) };
  }

  beginTrace(onMessage?: (message: string) => void): void {
    this.addPackages();
    this.#onMessage = onMessage;
    this.#traces.length = 0;
    this.#trace.forgetLatest();
    // Discard top-level values of earlier runs, so that this run evaluates them again and records their
    // places.
    this.packages.program.forgetConstants();
  }

  addPackages(): void {
    const { definitions } = this.packages.program;
    for (const [packageId, payload] of this.#sources.archives) {
      const valid = this.#sources.program.definitions.findPackage(packageId);
      if (valid === undefined || definitions.findPackage(packageId) !== undefined) continue;
      definitions.add(getPackageWithRanges(valid, payload));
    }
  }

  getCurrentFrame(): DamlCodeFrame | undefined {
    const stack = this.packages.program.getCodeStack();
    const place = findMostHelpfulFrame(stack.filter(({ definition }) => definition.name !== ""));
    return place && this.#createStackFrame(place);
  }

  getCodeFailure(error: object): ContractCodeFailureTrace {
    const first = this.#trace.findFirstThrownStack(error);
    const stack = this.#createStackFrames(this.#trace.findThrownStack(error) ?? []);
    return {
      stack: [...stack, ...this.#violatedPrecondition(error)],
      firstThrown: first && findMostHelpfulFrame(this.#createStackFrames(first)),
      traces: [...this.#traces],
    };
  }

  /**
   * Returns the frame of the precondition that an error reports as violated. The engine raises the error
   * after the precondition has run, so it has no call stack.
   */
  #violatedPrecondition(error: object): readonly DamlCodeFrame[] {
    const templateId = findViolatedPreconditionTemplate(error);
    // A simple precondition records no place. Then the latest place is in other code.
    return this.#createStackFrames(
      this.#trace
        .getLatestPlace()
        .filter(({ definition }) => definition.name === `${templateId ?? ""} ensure`),
    );
  }

  findPartyRule(typeId: TypeId, choice?: string): DamlCodeFrame | undefined {
    const { definitions } = this.packages.program;
    const owner = definitions.findInterface(typeId) ?? definitions.getTemplate(typeId);
    const source = choice === undefined ? owner : owner.choices.get(choice);
    if (source === undefined || "methods" in source) return undefined;
    const isChoice = "controllers" in source;
    const range = this.#trace.findSourceRange(
      (isChoice ? source.controllers : source.signatories)(),
    );
    return this.#createStackFrame({
      definition: {
        name: `${typeId} ${isChoice ? `choice ${source.name} controller` : "signatory"}`,
      },
      range: range ?? decodedSourceRanges.get(source),
      isWholeDefinition: range === undefined,
      isExercise: false,
      isLanguageCode: false,
    });
  }

  /**
   * Like {@link getCodeFailure}, for an error that the ledger raises after the code has run: the call stack
   * is then the last place that the code reached.
   */
  laterFailure(error: object): ContractCodeFailureTrace {
    const failure = this.getCodeFailure(error);
    if (failure.stack.length > 0) return failure;
    return { ...failure, stack: this.#createStackFrames(this.#trace.getLatestPlace()) };
  }

  findSourceExcerpt({ packageId, module, range }: DamlLocation): SourceExcerpt | undefined {
    return range && this.#sources.sources.findExcerpt(packageId, module, range);
  }

  #createStackFrames(stack: CodeCallStack): readonly DamlCodeFrame[] {
    const frames: DamlCodeFrame[] = [];
    for (const place of stack) {
      if (place.definition.name === "") continue;
      const frame = this.#createStackFrame(place);
      const last = frames.at(-1);
      // Merge consecutive frames of the same definition: parts of an expression, and recursive calls.
      if (last === undefined || last.isExercise || !isSameDefinition(last, frame)) {
        frames.push(frame);
      } else {
        const { range, isWholeDefinition } = frame.isWholeDefinition ? last : frame;
        frames[frames.length - 1] = { ...frame, range, isWholeDefinition };
      }
    }
    return frames;
  }

  #createStackFrame(place: InstructionSourcePlace): DamlCodeFrame {
    const { packageId, qualifiedName } = splitTypeId(place.definition.name);
    const colon = qualifiedName.indexOf(":");
    const module = qualifiedName.slice(0, colon);
    const definition = formatReadableValueName(qualifiedName.slice(colon + 1));
    const { name, version } = this.#getNameAndVersion(packageId);
    return {
      packageId,
      package: version === "" ? name : `${name}-${version}`,
      module,
      definition,
      range: place.isWholeDefinition
        ? (this.#sources.sources.findDeclaration(packageId, module, definition) ??
          place.range ??
          this.#templateRange(packageId, module, definition))
        : place.range,
      isWholeDefinition: place.isWholeDefinition,
      isExercise: place.isExercise,
      isLanguageCode: place.isLanguageCode,
    };
  }

  /**
   * Returns the range of the template to which a choice belongs, or a value that the compiler generated
   * for a choice.
   */
  #templateRange(
    packageId: PackageId,
    module: string,
    definition: string,
  ): SourceRange | undefined {
    const lfPackage = this.packages.program.definitions.findPackage(packageId);
    const [name = ""] = definition.split(" ");
    const template = lfPackage?.modules.get(module)?.templates.get(name);
    return template && decodedSourceRanges.get(template);
  }

  #getNameAndVersion(packageId: PackageId): { readonly name: string; readonly version: string } {
    return (
      this.packages.program.definitions.findPackage(packageId) ?? { name: packageId, version: "" }
    );
  }
}

/** Returns true if a package with this name comes with the language. */
const isLanguagePackage = (packageName: string): boolean =>
  /^(?:daml-prim|daml-stdlib|daml-script|daml3-script|ghc-)/u.test(packageName);

/** Returns true if a definition is an instance that the compiler generates for an exception. */
const isThrowInstance = (definition: string): boolean => definition.includes("$$fHasThrow");

const isSameDefinition = (left: DamlCodeFrame, right: DamlCodeFrame): boolean =>
  left.definition === right.definition &&
  left.module === right.module &&
  left.packageId === right.packageId;

const getPackageWithRanges = (valid: LfPackage, payload: Uint8Array): LfPackage => {
  let found = packageWithRangesCache.get(valid);
  if (found === undefined) {
    found = decodePackageWithSourceRanges(
      parseArchivePayloadWithoutHashing(payload, valid.packageId),
      valid,
      decodedSourceRanges,
    );
    packageWithRangesCache.set(valid, found);
  }
  return found;
};
