import type { ProgramCodeStore } from "../code/code-store.ts";
import { applyPartially } from "../code/functions.ts";
import type * as op from "../code/instructions.ts";
import {
  requireListValue,
  requireOptionalValue,
  requireRecordValue,
  requireStructValue,
  requireUpdateValue,
  requireValueKind,
  requireVariantValue,
} from "../runtime/as-kind.ts";
import { createStepBudgetExceededError } from "../runtime/budget.ts";
import { createEmptyRegisterError } from "../runtime/empty-register-error.ts";
import { createListCell, createRuntimeSome, type RuntimeValue } from "../runtime/runtime-value.ts";
import { type CallStackFrames, registersPerChunk, stackWordsPerCall } from "./frames.ts";

/**
 * Runs instructions until the call stack is back at the height `floor`, and returns the value of
 * the call that returned last. Returns undefined at an instruction that is not handled here;
 * `frames` then points to it. Instruction numbers and operand reads are written out, because
 * JavaScript engines build jump tables only for literal numbers, and limit how much they inline
 * into one function.
 */
export const runFrequentInstructions = (
  store: ProgramCodeStore,
  frames: CallStackFrames,
  floor: number,
): RuntimeValue | undefined => {
  const {
    instructions,
    constants,
    shapes,
    names,
    fieldNames,
    bodies,
    unaryFunctions,
    binaryFunctions,
    otherFunctions,
  } = store;
  const { registers, calls, budget } = frames;
  const room = Math.min(registers.length, budget.registersAllowed);
  const limit = Math.min(calls.length, budget.registersAllowed * stackWordsPerCall);
  let { pc, base, top, waiting } = frames;
  for (;;) {
    switch (instructions[pc] ?? -1) {
      case 0 satisfies typeof op.CALL_OPCODE:
      case 1 satisfies typeof op.TAIL_CALL_OPCODE: {
        const callee = instructions[pc + 3] ?? 0;
        const fun = callee >= 0 ? registers[base + callee] : constants[~callee];
        if (typeof fun !== "object" || fun.kind !== "closure") break;
        const { arity, captured, frameSize } = fun;
        const count = instructions[pc + 2] ?? 0;
        if (top + frameSize > room || waiting === limit) break;
        const { length } = captured;
        if (arity > count) {
          // A partial application costs no step, but copying costs; the same applies to the call below.
          if ((budget.left -= (length + count) >> 5) < 0) throw createStepBudgetExceededError();
          const values = new Array<RuntimeValue>(count);
          for (let index = 0; index < count; index += 1) {
            const word = instructions[pc + 4 + index] ?? 0;
            const value = word >= 0 ? registers[base + word] : constants[~word];
            if (value === undefined) throw createEmptyRegisterError();
            values[index] = value;
          }
          registers[base + (instructions[pc + 1] ?? 0)] = applyPartially(fun, values);
          pc += 4 * count + ((count * (count + 1)) >> 1);
          continue;
        }
        const cost = 1 + ((length + arity) >> 5);
        if (budget.left - cost < budget.next) {
          budget.due = cost;
          break;
        }
        budget.left -= cost;
        for (let index = 0; index < length; index += 1) registers[top + index] = captured[index];
        for (let index = 0; index < arity; index += 1) {
          const word = instructions[pc + 4 + index] ?? 0;
          registers[top + length + index] = word >= 0 ? registers[base + word] : constants[~word];
        }
        if (arity === count && instructions[pc] === 1) {
          // The current frame is not needed any longer, so the new one replaces it.
          const filled = length + arity;
          for (let index = 0; index < filled; index += 1) {
            registers[base + index] = registers[top + index];
          }
        } else {
          calls[waiting] = pc + 4 * arity + ((arity * (2 * count - arity + 1)) >> 1);
          calls[waiting + 1] = base;
          calls[waiting + 2] = instructions[pc + 1] ?? 0;
          waiting += stackWordsPerCall;
          base = top;
        }
        top = base + frameSize;
        pc = fun.entry;
        continue;
      }
      case 2 satisfies typeof op.RETURN_OPCODE: {
        // A long sequence of returns must also be interruptible.
        if (base > registersPerChunk) {
          if (budget.left - 1 < budget.next) {
            budget.due = 1;
            break;
          }
          budget.left -= 1;
        }
        const word = instructions[pc + 1] ?? 0;
        const value = word >= 0 ? registers[base + word] : constants[~word];
        if (waiting === floor) {
          if (value === undefined) throw createEmptyRegisterError();
          return value;
        }
        waiting -= stackWordsPerCall;
        pc = calls[waiting] ?? 0;
        top = base;
        base = calls[waiting + 1] ?? 0;
        const to = calls[waiting + 2] ?? 0;
        if (to >= 0) registers[base + to] = value;
        continue;
      }
      case 3 satisfies typeof op.READ_RECORD_FIELD_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const { fields } = requireRecordValue(
          word >= 0 ? registers[base + word] : constants[~word],
        );
        registers[base + (instructions[pc + 1] ?? 0)] = fields[instructions[pc + 3] ?? 0];
        pc += 4;
        continue;
      }
      case 4 satisfies typeof op.READ_STRUCT_FIELD_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const struct = requireStructValue(word >= 0 ? registers[base + word] : constants[~word]);
        const name = fieldNames[instructions[pc + 3] ?? 0];
        let index = instructions[pc + 4] ?? 0;
        if (struct.names[index] !== name) {
          index = struct.names.findIndex((each) => each === name);
          budget.chargeForElements(index);
          instructions[pc + 4] = index;
        }
        registers[base + (instructions[pc + 1] ?? 0)] = struct.fields[index];
        pc += 5;
        continue;
      }
      case 5 satisfies typeof op.CALL_JAVASCRIPT_1_OPCODE: {
        const word = instructions[pc + 3] ?? 0;
        const value = word >= 0 ? registers[base + word] : constants[~word];
        const run = unaryFunctions[instructions[pc + 2] ?? 0];
        if (value === undefined || run === undefined) throw createEmptyRegisterError();
        registers[base + (instructions[pc + 1] ?? 0)] = run(value);
        pc += 4;
        continue;
      }
      case 6 satisfies typeof op.CALL_JAVASCRIPT_2_OPCODE: {
        const leftWord = instructions[pc + 3] ?? 0;
        const left = leftWord >= 0 ? registers[base + leftWord] : constants[~leftWord];
        const rightWord = instructions[pc + 4] ?? 0;
        const right = rightWord >= 0 ? registers[base + rightWord] : constants[~rightWord];
        const run = binaryFunctions[instructions[pc + 2] ?? 0];
        if (left === undefined || right === undefined || run === undefined) {
          throw createEmptyRegisterError();
        }
        registers[base + (instructions[pc + 1] ?? 0)] = run(left, right);
        pc += 5;
        continue;
      }
      case 7 satisfies typeof op.CALL_JAVASCRIPT_MANY_OPCODE:
      case 8 satisfies typeof op.CREATE_CLOSURE_OPCODE:
      case 9 satisfies typeof op.CREATE_UPDATE_VALUE_OPCODE:
      case 10 satisfies typeof op.CREATE_RECORD_OPCODE:
      case 11 satisfies typeof op.CREATE_STRUCT_OPCODE: {
        const to = base + (instructions[pc + 1] ?? 0);
        const entry = instructions[pc + 2] ?? 0;
        const count = instructions[pc + 3] ?? 0;
        // Charge for large records: they may be retained, and one per step would exceed the memory of a
        // process.
        if (count >= 4 && (budget.left -= count >> 2) < 0) throw createStepBudgetExceededError();
        const values = new Array<RuntimeValue>(count);
        for (let index = 0; index < count; index += 1) {
          const word = instructions[pc + 4 + index] ?? 0;
          const value = word >= 0 ? registers[base + word] : constants[~word];
          if (value === undefined) throw createEmptyRegisterError();
          values[index] = value;
        }
        const operation = instructions[pc];
        pc += 4 + count;
        if (operation === 8 || operation === 9) {
          const body = bodies[entry];
          if (body === undefined) throw createEmptyRegisterError();
          const { arity, entry: code, frameSize } = body;
          registers[to] =
            operation === 8
              ? { kind: "closure", arity, entry: code, frameSize, captured: values }
              : { kind: "update", entry: code, frameSize, captured: values };
          continue;
        }
        if (operation === 10) {
          const shape = shapes[entry];
          if (shape === undefined) throw createEmptyRegisterError();
          registers[to] = { kind: "record", shape, fields: values };
          continue;
        }
        if (operation === 11) {
          const fieldNamesOf = names[entry];
          if (fieldNamesOf === undefined) throw createEmptyRegisterError();
          registers[to] = { kind: "struct", names: fieldNamesOf, fields: values };
          continue;
        }
        const run = otherFunctions[entry];
        if (run === undefined) throw createEmptyRegisterError();
        registers[to] = run(values);
        continue;
      }
      case 12 satisfies typeof op.CREATE_VARIANT_OPCODE: {
        const word = instructions[pc + 4] ?? 0;
        const value = word >= 0 ? registers[base + word] : constants[~word];
        const shape = shapes[instructions[pc + 2] ?? 0];
        if (value === undefined || shape === undefined) throw createEmptyRegisterError();
        registers[base + (instructions[pc + 1] ?? 0)] = {
          kind: "variant",
          shape,
          rank: instructions[pc + 3] ?? 0,
          value,
        };
        pc += 5;
        continue;
      }
      case 13 satisfies typeof op.CREATE_LIST_CELL_OPCODE: {
        const headWord = instructions[pc + 2] ?? 0;
        const head = headWord >= 0 ? registers[base + headWord] : constants[~headWord];
        const tailWord = instructions[pc + 3] ?? 0;
        const tail = tailWord >= 0 ? registers[base + tailWord] : constants[~tailWord];
        if (head === undefined) throw createEmptyRegisterError();
        registers[base + (instructions[pc + 1] ?? 0)] = createListCell(
          head,
          requireListValue(tail),
        );
        pc += 4;
        continue;
      }
      case 14 satisfies typeof op.CREATE_SOME_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const value = word >= 0 ? registers[base + word] : constants[~word];
        if (value === undefined) throw createEmptyRegisterError();
        registers[base + (instructions[pc + 1] ?? 0)] = createRuntimeSome(value);
        pc += 3;
        continue;
      }
      case 15 satisfies typeof op.COPY_VALUE_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        registers[base + (instructions[pc + 1] ?? 0)] =
          word >= 0 ? registers[base + word] : constants[~word];
        pc += 3;
        continue;
      }
      case 16 satisfies typeof op.JUMP_UNLESS_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const value = word >= 0 ? registers[base + word] : constants[~word];
        pc += value === true ? 3 : 2 + (instructions[pc + 1] ?? 0);
        continue;
      }
      case 17 satisfies typeof op.JUMP_OPCODE:
        pc += 2 + (instructions[pc + 1] ?? 0);
        continue;
      case 18 satisfies typeof op.UNCONS_LIST_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const list = requireListValue(word >= 0 ? registers[base + word] : constants[~word]);
        if (list.kind === "nil") {
          pc += 2 + (instructions[pc + 1] ?? 0);
          continue;
        }
        registers[base + (instructions[pc + 3] ?? 0)] = list.head;
        registers[base + (instructions[pc + 4] ?? 0)] = list.tail;
        pc += 5;
        continue;
      }
      case 19 satisfies typeof op.UNWRAP_OPTIONAL_OPCODE: {
        const word = instructions[pc + 2] ?? 0;
        const { value } = requireOptionalValue(
          word >= 0 ? registers[base + word] : constants[~word],
        );
        if (value === undefined) {
          pc += 2 + (instructions[pc + 1] ?? 0);
          continue;
        }
        registers[base + (instructions[pc + 3] ?? 0)] = value;
        pc += 4;
        continue;
      }
      case 20 satisfies typeof op.SWITCH_ENUM_OPCODE: {
        const word = instructions[pc + 1] ?? 0;
        const { rank } = requireValueKind(
          "enum",
          word >= 0 ? registers[base + word] : constants[~word],
        );
        pc += 3 + (instructions[pc + 2] ?? 0) + (instructions[pc + 3 + rank] ?? 0);
        continue;
      }
      case 21 satisfies typeof op.SWITCH_VARIANT_OPCODE: {
        const word = instructions[pc + 1] ?? 0;
        const { rank, value } = requireVariantValue(
          word >= 0 ? registers[base + word] : constants[~word],
        );
        registers[base + (instructions[pc + 2] ?? 0)] = value;
        pc += 4 + (instructions[pc + 3] ?? 0) + (instructions[pc + 4 + rank] ?? 0);
        continue;
      }
      case 22 satisfies typeof op.EVALUATE_CONSTANT_OPCODE:
        if (constants[instructions[pc + 1] ?? 0] === undefined) break;
        pc += 2;
        continue;
      case 23 satisfies typeof op.PERFORM_UPDATE_OPCODE:
      case 24 satisfies typeof op.TAIL_PERFORM_UPDATE_OPCODE: {
        const isTail = instructions[pc] === 24;
        const word = instructions[pc + (isTail ? 1 : 2)] ?? 0;
        const update = word >= 0 ? registers[base + word] : constants[~word];
        const { entry, frameSize, captured } = requireUpdateValue(update);
        if (top + frameSize > room || waiting === limit) break;
        const { length } = captured;
        const cost = 1 + (length >> 5);
        if (budget.left - cost < budget.next) {
          budget.due = cost;
          break;
        }
        budget.left -= cost;
        if (!isTail) {
          calls[waiting] = pc + 3;
          calls[waiting + 1] = base;
          calls[waiting + 2] = instructions[pc + 1] ?? 0;
          waiting += stackWordsPerCall;
          base = top;
        }
        for (let index = 0; index < length; index += 1) registers[base + index] = captured[index];
        top = base + frameSize;
        pc = entry;
        continue;
      }
      case 31 satisfies typeof op.CHARGE_STEPS_OPCODE: {
        const cost = instructions[pc + 1] ?? 0;
        if (budget.left - cost < budget.next) {
          budget.due = cost;
          break;
        }
        budget.left -= cost;
        pc += 2;
        continue;
      }
    }
    frames.pc = pc;
    frames.base = base;
    frames.top = top;
    frames.waiting = waiting;
    return undefined;
  }
};
