import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useReducer } from "preact/hooks";

import { ErrorNotice, Loading } from "./notices.tsx";

export interface ViewPathParameters {
  readonly id?: string;
}

/** Returns a component whose code is loaded when it is first shown. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what = "the view",
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    const error = useSignal<Error | undefined>(undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          redraw(undefined);
        },
        (reason: unknown) => (error.value = reason as Error),
      );
    }, []);
    if (loaded !== undefined) {
      const Shown = loaded;
      return <Shown {...props} />;
    }
    return error.value === undefined ? (
      <Loading what={what} />
    ) : (
      <ErrorNotice error={error.value} />
    );
  };
};
