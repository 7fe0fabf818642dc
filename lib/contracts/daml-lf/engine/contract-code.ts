import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { CodeEntryPoint } from "../code/code-store.ts";
import { compileDeferredUpdate, compileFunction } from "../compile/compile.ts";
import type { CodeLinker } from "../link/linker.ts";
import type { CodeEvaluator } from "../run/evaluator.ts";
import type { RuntimeUpdateAction, RuntimeValue } from "../runtime/runtime-value.ts";
import type {
  DecodedOnEachCall,
  LfChoice,
  LfExpr,
  LfTemplate,
  LfType,
  TemplateKeyDefinition,
} from "../syntax/ast.ts";

type PayloadFunction = (payload: RuntimeValue) => RuntimeValue;
type ChoicePartyFunction = (payload: RuntimeValue, argument: RuntimeValue) => RuntimeValue;

/** The functions of a template; each is compiled on its first call. */
export interface TemplateCode {
  readonly definition: LfTemplate;
  readonly payloadType: LfType;
  readonly precondition: PayloadFunction | undefined;
  readonly signatories: PayloadFunction;
  readonly observers: PayloadFunction;
  readonly key: ContractKeyCode | undefined;
}

/** The functions of a template's key; each is compiled on its first call. */
export interface ContractKeyCode {
  readonly type: LfType;
  readonly fromPayload: PayloadFunction;
  readonly maintainers: (key: RuntimeValue) => RuntimeValue;
}

/** The functions of a choice of a template or interface; each is compiled on its first call. */
export interface ChoiceCode {
  readonly definition: LfChoice;
  readonly controllers: ChoicePartyFunction;
  readonly observers: ChoicePartyFunction;
  /** Returns the update to perform. */
  readonly body: (
    self: RuntimeValue,
    payload: RuntimeValue,
    argument: RuntimeValue,
  ) => RuntimeUpdateAction;
}

/** Compiles and runs the functions. */
interface CodeRuntime {
  readonly linker: CodeLinker;
  readonly evaluator: CodeEvaluator;
}

/** Returns the functions of the template `id`. Constant cost, because nothing is compiled yet. */
export const createTemplateFunctions = (
  running: CodeRuntime,
  id: TypeId,
  definition: LfTemplate,
): TemplateCode => {
  const { linker, evaluator } = running;
  const { parameter, precondition, signatories, observers, key } = definition;
  const ofPayload = (part: string, piece: DecodedOnEachCall<LfExpr>): PayloadFunction => {
    const body = compileOnce(() =>
      linker.inDefinition({ name: `${id} ${part}`, source: definition }, piece(), (expr) =>
        compileFunction(linker, [parameter], expr),
      ),
    );
    return (payload) => evaluator.run(body(), [payload]);
  };
  return {
    definition,
    payloadType: linker.definitions.getPayloadType(id),
    precondition: precondition === undefined ? undefined : ofPayload("ensure", precondition),
    signatories: ofPayload("signatory", signatories),
    observers: ofPayload("observer", observers),
    key: key === undefined ? undefined : keyCode(running, id, key, ofPayload("key", key.body)),
  };
};

const keyCode = (
  { linker, evaluator }: CodeRuntime,
  id: TypeId,
  key: TemplateKeyDefinition,
  fromPayload: PayloadFunction,
): ContractKeyCode => {
  const body = compileOnce(() =>
    linker.inDefinition({ name: `${id} maintainer` }, key.maintainers(), (expr) =>
      compileFunction(linker, [], expr),
    ),
  );
  return {
    type: key.type,
    fromPayload,
    maintainers: (value) => evaluator.applyFunction(evaluator.run(body(), []), [value]),
  };
};

/**
 * Returns the functions of a choice; `parameter` is the variable of the payload in the template or
 * interface that declares the choice. Constant cost, because nothing is compiled yet.
 */
export const createChoiceCode = (
  { linker, evaluator }: CodeRuntime,
  { id, parameter }: { readonly id: TypeId; readonly parameter: string },
  definition: LfChoice,
): ChoiceCode => {
  const name = `${id} choice ${definition.name}`;
  const { argumentName, selfName, controllers, observers, body } = definition;
  const ofArgument = (part: string, piece: DecodedOnEachCall<LfExpr>): ChoicePartyFunction => {
    const code = compileOnce(() =>
      linker.inDefinition({ name: `${name} ${part}`, source: definition }, piece(), (expr) =>
        compileFunction(linker, [parameter, argumentName], expr),
      ),
    );
    return (payload, argument) => evaluator.run(code(), [payload, argument]);
  };
  const update = compileOnce(() =>
    linker.inDefinition({ name, source: definition }, body(), (expr) =>
      compileDeferredUpdate(linker, [selfName, parameter, argumentName], expr),
    ),
  );
  return {
    definition,
    controllers: ofArgument("controller", controllers),
    observers: ofArgument("observer", observers),
    body: (self, payload, argument) => {
      linker.store.trace?.recordExercise(name);
      const { entry, frameSize } = update();
      return { kind: "update", entry, frameSize, captured: [self, payload, argument] };
    },
  };
};

/** Returns a function that compiles on its first call and caches the result. */
const compileOnce = (compile: () => CodeEntryPoint): (() => CodeEntryPoint) => {
  let body: CodeEntryPoint | undefined;
  return () => (body ??= compile());
};
