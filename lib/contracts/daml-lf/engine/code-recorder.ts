import type { StepsSpentByCallStack } from "../../../base/errors/evaluation-trace.ts";
import { type PackageId, splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type {
  CodeCoverageRecorder,
  CodeExecutionRecord,
  ModuleCoverage,
} from "../../engine/code-execution-record.ts";
import type { DamlCodeFrame } from "../../engine/code-frame.ts";
import type { CallTreeNode, ExecutionCounter } from "../code/execution-counter.ts";
import type { InstructionSourcePlace } from "../code/source-place-tracker.ts";
import type { LfPackage } from "../syntax/ast.ts";
import { formatReadableValueName } from "../syntax/readable-name.ts";
import { compilePackageForTrace } from "./compile-package-for-trace.ts";
import { CoverageCountsByModule } from "./module-counts.ts";
import type { CompiledProgram } from "./program.ts";

/** The code whose executions are counted. */
interface CountedCode {
  readonly program: CompiledProgram;
  /** Grows while code is compiled. */
  readonly places: readonly InstructionSourcePlace[];
  readonly isLanguageCode: (packageId: PackageId) => boolean;
  readonly frameOf: (place: InstructionSourcePlace) => DamlCodeFrame;
  /** Returns the frame of a whole choice, given the name of its definition. */
  readonly choiceFrame: (definition: string) => DamlCodeFrame;
}

/** Groups the counts of an execution counter by lines, choices and call stacks of Daml code. */
export class DamlCodeCoverageRecorder implements CodeCoverageRecorder {
  readonly #counter: ExecutionCounter;
  readonly #code: CountedCode;
  readonly #reported = new Set<PackageId>();
  readonly #names = new Map<string, string>();

  constructor(counter: ExecutionCounter, code: CountedCode) {
    this.#counter = counter;
    this.#code = code;
  }

  takeRecord(): CodeExecutionRecord {
    const { program, places } = this.#code;
    const { hits, exercises, root } = this.#counter.takeCounts(program.budget.spentSteps);
    const counts = new CoverageCountsByModule();
    for (const { place: index, count } of hits) {
      const place = places[index];
      if (place !== undefined) this.#addPlaceCount(counts, place, count);
    }
    for (const [definition, count] of exercises) {
      if (!isArchive(definition)) counts.addChoiceCount(this.#code.choiceFrame(definition), count);
    }
    return { modules: counts.listModuleCoverage(), spent: [...this.#listSpentSteps(root, [])] };
  }

  addedCode(): readonly ModuleCoverage[] {
    const { program, places, isLanguageCode } = this.#code;
    const counts = new CoverageCountsByModule();
    const first = places.length;
    for (const lfPackage of program.definitions.listPackages()) {
      const { packageId } = lfPackage;
      if (this.#reported.has(packageId)) continue;
      this.#reported.add(packageId);
      if (isLanguageCode(packageId)) continue;
      compilePackageForTrace(program, lfPackage);
      for (const choice of listChoiceNames(lfPackage)) {
        if (!isArchive(choice)) counts.addChoiceCount(this.#code.choiceFrame(choice), 0);
      }
    }
    for (const place of places.slice(first)) this.#addPlaceCount(counts, place, 0);
    return counts.listModuleCoverage();
  }

  /**
   * Adds to the count of a place's line. Skips generated code, the places of whole definitions, and
   * code of the packages of the Daml language.
   */
  #addPlaceCount(
    counts: CoverageCountsByModule,
    place: InstructionSourcePlace,
    count: number,
  ): void {
    const { range, isWholeDefinition, isLanguageCode, definition } = place;
    if (range === undefined || isWholeDefinition || isLanguageCode || definition.name === "") {
      return;
    }
    counts.addLineCount(this.#code.frameOf(place), range.line, count);
  }

  /** Returns a definition's name as `Module:definition`. */
  #getDefinitionName(definition: string): string {
    let name = this.#names.get(definition);
    if (name === undefined) {
      const { qualifiedName } = splitTypeId(definition);
      const colon = qualifiedName.indexOf(":");
      name = `${qualifiedName.slice(0, colon)}:${formatReadableValueName(qualifiedName.slice(colon + 1))}`;
      this.#names.set(definition, name);
    }
    return name;
  }

  *#listSpentSteps(
    { steps, calls }: CallTreeNode,
    stack: readonly string[],
  ): Iterable<StepsSpentByCallStack> {
    if (steps !== 0) yield { stack, steps };
    for (const [definition, node] of calls) {
      yield* this.#listSpentSteps(node, [...stack, this.#getDefinitionName(definition)]);
    }
  }
}

/** Returns true for the choice Archive. The compiler adds it to templates and interfaces, so it has no source lines. */
const isArchive = (definition: string): boolean => definition.endsWith(" choice Archive");

/** Yields the definition names of all choices of a package. */
function* listChoiceNames({ packageId, modules }: LfPackage): Iterable<string> {
  for (const { name: module, templates, interfaces } of modules.values()) {
    for (const { name, choices } of [...templates.values(), ...interfaces.values()]) {
      for (const choice of choices.keys()) yield `${packageId}:${module}:${name} choice ${choice}`;
    }
  }
}
