import type { HigherOrderBuiltin } from "../builtins/builtins.ts";
import { FunctionCodeWriter } from "../code/function-code-writer.ts";
import { createClosureWithoutCaptures } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import type { CodeLinker } from "../link/linker.ts";
import { requireListValue, requireValueKind } from "../runtime/as-kind.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import { readArithmeticErrorMessage } from "../runtime/exception.ts";
import {
  createListCell,
  createRuntimeOptional,
  emptyRuntimeList,
  type RuntimeClosure,
  type RuntimeList,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";

/**
 * Builtin functions that call their arguments. They are compiled to instructions, so that their calls do
 * not use the JavaScript stack (daml-lf.md 9.2).
 */
export const compileHigherOrderBuiltins = (
  linker: CodeLinker,
): Readonly<Record<HigherOrderBuiltin, RuntimeClosure>> => ({
  FOLDL: compileClosure(linker, 3, foldLeft),
  FOLDR: compileClosure(linker, 3, foldRight),
  EQUAL_LIST: compileClosure(linker, 3, emitListEquality),
  ANY_EXCEPTION_MESSAGE: compileClosure(linker, 1, emitExceptionMessage),
});

const compileClosure = (
  linker: CodeLinker,
  arity: number,
  code: (writer: FunctionCodeWriter, linker: CodeLinker) => void,
): RuntimeClosure => {
  const writer = new FunctionCodeWriter(linker.store, arity);
  code(writer, linker);
  return createClosureWithoutCaptures(writer.finishBody(arity));
};

// Registers of the arguments. Folds: function, start value, list. Equality: function and two lists.
const functionRegister = 0;
const [start, list] = [1, 2];
const [left, right] = [1, 2];

const foldLeft = (writer: FunctionCodeWriter): void => {
  compileFoldLoop(writer, (element) => [start, element]);
};

const foldRight = (writer: FunctionCodeWriter, { budget }: CodeLinker): void => {
  const run1 = (elements: RuntimeValue): RuntimeValue =>
    reverseList(requireListValue(elements), budget);
  writer.emitPlatformCall(list, { run: ([elements = emptyRuntimeList]) => run1(elements), run1 }, [
    list,
  ]);
  compileFoldLoop(writer, (element) => [element, start]);
};

const compileFoldLoop = (
  writer: FunctionCodeWriter,
  argsOf: (element: number) => readonly number[],
): void => {
  const [element, result] = [writer.allocateRegister(), writer.allocateRegister()];
  const begin = writer.getPosition();
  const end = writer.emitJump(op.UNCONS_LIST_OPCODE, list, element, list);
  writer.emitCall(result, functionRegister, argsOf(element));
  writer.emit(op.COPY_VALUE_OPCODE, start, result);
  writer.emitJumpBack(begin);
  writer.setTarget(end);
  writer.emit(op.RETURN_OPCODE, start);
};

/**
 * Compares two lists and stops at the first difference. The order of the arguments of the comparison
 * function alternates; for the first pair, the element of the second list comes first.
 */
const emitListEquality = (writer: FunctionCodeWriter): void => {
  const [one, other, isEqual] = [
    writer.allocateRegister(),
    writer.allocateRegister(),
    writer.allocateRegister(),
  ];
  const begin = writer.getPosition();
  const passes = [
    [other, one],
    [one, other],
  ].map((args) => {
    const leftEnds = writer.emitJump(op.UNCONS_LIST_OPCODE, left, one, left);
    const rightEnds = writer.emitJump(op.UNCONS_LIST_OPCODE, right, other, right);
    writer.emitCall(isEqual, functionRegister, args);
    const differ = writer.emitJump(op.JUMP_UNLESS_OPCODE, isEqual);
    return { leftEnds, unequal: [rightEnds, differ] };
  });
  writer.emitJumpBack(begin);
  for (const { leftEnds } of passes) writer.setTarget(leftEnds);
  const bothEnd = writer.emitJump(op.UNCONS_LIST_OPCODE, right, other, right);
  for (const each of passes.flatMap(({ unequal }) => unequal)) writer.setTarget(each);
  writer.emit(op.RETURN_OPCODE, writer.addConstant(false));
  writer.setTarget(bothEnd);
  writer.emit(op.RETURN_OPCODE, writer.addConstant(true));
};

/**
 * Returns the message of an exception. An arithmetic error contains its message; other exceptions have a
 * message function.
 */
const emitExceptionMessage = (writer: FunctionCodeWriter, linker: CodeLinker): void => {
  const any = (read: (exception: ReturnType<typeof asAnyValue>) => RuntimeValue) => ({
    run: ([value = unit]: readonly RuntimeValue[]) => read(asAnyValue(value)),
  });
  const found = writer.allocateRegister();
  writer.emitPlatformCall(
    found,
    {
      ...any((exception) => createRuntimeOptional(linker.findMessageFunction(exception))),
      callsBack: true,
    },
    [0],
  );
  const message = writer.allocateRegister();
  const absent = writer.emitJump(op.UNWRAP_OPTIONAL_OPCODE, found, message);
  const value = writer.allocateRegister();
  writer.emitPlatformCall(
    value,
    any((exception) => exception.value),
    [0],
  );
  // The message function applies another function, and that call costs a step. So refund one.
  writer.emit(op.REFUND_STEP_OPCODE);
  writer.emitCall(undefined, message, [value]);
  writer.setTarget(absent);
  writer.emitPlatformCall(found, any(readArithmeticErrorMessage), [0]);
  writer.emit(op.RETURN_OPCODE, found);
};

const asAnyValue = (value: RuntimeValue) => requireValueKind("any", value);

const reverseList = (elements: RuntimeList, budget: EvaluationBudget): RuntimeList => {
  let result: RuntimeList = emptyRuntimeList;
  let count = 0;
  for (let rest = elements; rest.kind === "cons"; rest = rest.tail) {
    result = createListCell(rest.head, result);
    count += 1;
  }
  budget.chargeForElements(count);
  return result;
};
