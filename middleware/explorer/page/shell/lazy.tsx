import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useReducer } from "preact/hooks";

import { ErrorNotice, Loading } from "../parts/notices.tsx";

export interface ViewParameters {
  readonly id?: string;
}

type Loaded = ComponentType<ViewParameters>;

/** Returns a view whose code is loaded when it is first shown. */
export const lazy = (load: () => Promise<{ readonly default: Loaded }>): Loaded => {
  let loaded: Loaded | undefined;
  return (parameters) => {
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    const error = useSignal<Error | undefined>(undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (module) => {
          loaded = module.default;
          redraw(undefined);
        },
        (reason: unknown) => (error.value = reason as Error),
      );
    }, []);
    if (loaded !== undefined) {
      const Shown = loaded;
      return <Shown {...parameters} />;
    }
    return error.value === undefined ? (
      <Loading what="the view" />
    ) : (
      <ErrorNotice error={error.value} />
    );
  };
};
