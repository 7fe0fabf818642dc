import type { StableListEnd } from "../base/stable-list-end.ts";

interface ShowNewerProps {
  readonly of: StableListEnd;
  /** Text about the newer content. */
  readonly children: string;
}

/** Button that appears when a list has newer content, and shows it. */
export const ShowNewer = ({ of, children }: ShowNewerProps) =>
  of.waits ? (
    <button type="button" class="pill" onClick={of.show}>
      {children}: show
    </button>
  ) : null;
