import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import { createFailureStatusError } from "../builtins/builtins-failure.ts";
import type { DamlPackages } from "../engine/daml-packages.ts";
import { evaluateWithinLimits } from "../engine/evaluate-within-limits.ts";
import { uncaughtExceptionError } from "../engine/uncaught-exception-error.ts";
import { type EvaluationLimits, RequestEvaluationQuota } from "../runtime/allowance.ts";
import { type DamlException } from "../runtime/exception.ts";
import { type RuntimeAny, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import type { LfType, LfValueId } from "../syntax/ast.ts";
import * as payload from "./payload.ts";
import {
  findScriptQuestionKind,
  getScriptQuestionCodec,
  type ScriptQuestionAnswer,
  type ScriptQuestionContent,
  type ScriptQuestionKind,
} from "./questions.ts";
import { readScriptCallLocation, type ScriptCallLocation } from "./script-call-location.ts";
import type { ScriptValueConverter, TypedValue } from "./script-types.ts";

/** The next step of a script: a question, or its result. */
export type ScriptMachineStep =
  | { readonly kind: "done"; readonly result: RuntimeValue }
  | { readonly kind: "question"; readonly question: ScriptQuestion };

/** A question that waits for its answer. */
export type ScriptQuestion = {
  [Kind in ScriptQuestionKind]: ScriptQuestionOfKind<Kind>;
}[ScriptQuestionKind];

export interface ScriptQuestionOfKind<Kind extends ScriptQuestionKind> {
  readonly kind: Kind;
  /** The library's name of the question. */
  readonly command: string;
  /** The Daml call stack of the question, innermost call first. */
  readonly stack: readonly ScriptCallLocation[];
  readonly content: ScriptQuestionContent<Kind>;
  /** Continues the script with the answer. Raises the errors of its code. */
  readonly answer: (answer: ScriptQuestionAnswer<Kind>) => ScriptMachineStep;
}

/**
 * Evaluates scripts question by question (daml-script.md 2.1). Between two questions no Daml code is
 * running, so the ledger can run other code. Errors of Daml code pass through to the caller.
 */
export class ScriptMachine {
  readonly #packages: DamlPackages;
  readonly #types: ScriptValueConverter;
  readonly #limits: EvaluationLimits;

  constructor(packages: DamlPackages, types: ScriptValueConverter, limits: EvaluationLimits) {
    this.#packages = packages;
    this.#types = types;
    this.#limits = limits;
  }

  /** Begins a script that is a top-level value; a function is applied to the argument. */
  beginScript(
    script: LfValueId,
    argument?: { readonly type: LfType; readonly value: Value },
  ): ScriptMachineStep {
    return this.#runWithinLimits(() => {
      const { program } = this.#packages;
      const value = program.createValueGetter(script)();
      if (argument === undefined) return this.#run(value);
      const read = program.values.read(argument.type, argument.value);
      return this.#run(program.applyFunction(value, [read]));
    });
  }

  /** Begins a script that is part of a question. It may be a function from unit to the script. */
  beginWithin(script: RuntimeValue): ScriptMachineStep {
    return this.#runWithinLimits(() => {
      const isDelayed = typeof script === "object" && script.kind === "closure";
      return this.#run(isDelayed ? this.#packages.program.applyFunction(script, [unit]) : script);
    });
  }

  /** Returns the result of a script as a ledger value. Raises an error if its type is not a ledger type. */
  toTypedResult(type: LfType, result: RuntimeValue): TypedValue {
    return this.#runWithinLimits(() => this.#types.toTypedValue(type, result));
  }

  /** Returns the error for a script that fails with this exception. */
  toFailureError(exception: DamlException): LedgerError {
    return this.#runWithinLimits(
      () =>
        toUserManagementError(exception.payload) ??
        uncaughtExceptionError(this.#packages.program, exception),
    );
  }

  #runWithinLimits<T>(compute: () => T): T {
    return evaluateWithinLimits(
      this.#packages.program,
      new RequestEvaluationQuota(this.#limits),
      compute,
    );
  }

  #run(script: RuntimeValue): ScriptMachineStep {
    const free = this.#packages.program.applyFunction(
      payload.readRequiredRecordField(script, "runScript"),
      [unit],
    );
    return this.#readStep(free);
  }

  #readStep(free: RuntimeValue): ScriptMachineStep {
    const inner = payload.readVariantPayload(free);
    switch (payload.readVariantOrEnumConstructor(free)) {
      case "Pure":
        return { kind: "done", result: payload.readRequiredRecordField(inner, "_1") };
      case "Free":
        return { kind: "question", question: this.#readQuestion(payload.unwrapNewtype(inner)) };
      default:
        throw createEngineFaultError("a script neither asks a question nor ends");
    }
  }

  #readQuestion(question: RuntimeValue): ScriptQuestion {
    const command = payload.readTextValue(payload.readRequiredRecordField(question, "commandName"));
    const version = payload.readIntValue(
      payload.readRequiredRecordField(question, "commandVersion"),
    );
    const kind = findScriptQuestionKind(command, version);
    if (kind === undefined) {
      throw createEngineFaultError(`Unknown command ${command} - Version ${version}`);
    }
    return this.#readQuestionContent(kind, command, question) as ScriptQuestion;
  }

  #readQuestionContent<Kind extends ScriptQuestionKind>(
    kind: Kind,
    command: string,
    question: RuntimeValue,
  ): ScriptQuestionOfKind<Kind> {
    const { read, write } = getScriptQuestionCodec(kind);
    const content = read(payload.readRequiredRecordField(question, "payload"), this.#types);
    const next = payload.readRequiredRecordField(question, "continue");
    return {
      kind,
      command,
      stack: payload.readListElements(
        payload.readRequiredRecordField(question, "locations"),
        readScriptCallLocation,
      ),
      content,
      answer: (answer) =>
        this.#runWithinLimits(() =>
          this.#readStep(
            this.#packages.program.applyFunction(next, [write(answer, this.#types, content)]),
          ),
        ),
    };
  }
}

/**
 * Returns the error for an exception of the library's user management; undefined for other exceptions.
 * The library throws records without an exception definition, so the messages are defined here
 * (daml-script.md 2.7).
 */
const toUserManagementError = ({ type, value }: RuntimeAny): LedgerError | undefined => {
  if (type.kind !== "constructor") return undefined;
  const { qualifiedName } = splitTypeId(type.id);
  const message = userManagementMessages[qualifiedName.replace(/^.*UserManagement:/u, "")];
  if (message === undefined || !qualifiedName.startsWith("Daml.Script.")) return undefined;
  return createFailureStatusError({
    errorId: `UNHANDLED_EXCEPTION/${qualifiedName}`,
    category: 9,
    message: message(value),
    metadata: new Map(),
  });
};

const readUserId = (record: RuntimeValue): string =>
  payload.readTextValue(payload.unwrapNewtype(payload.readRequiredRecordField(record, "userId")));

const userManagementMessages: Readonly<Record<string, (record: RuntimeValue) => string>> = {
  InvalidUserId: (record) => payload.readTextValue(payload.readRequiredRecordField(record, "m")),
  UserAlreadyExists: (record) => `User already exists: ${readUserId(record)}`,
  UserNotFound: (record) => `User not found: ${readUserId(record)}`,
};
