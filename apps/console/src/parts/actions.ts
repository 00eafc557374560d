import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { notify, notifyOfFailure } from './notices.tsx';

export type Action<Input, Result> = {
  readonly run: (input: Input) => Promise<Result>;
  /** The message when it is done. */
  readonly done?: ((result: Result) => string) | undefined;
  /** The queries that it changes: loaded again, also after a failure, as when somebody else was faster. */
  readonly changes: readonly QueryKey[];
  /** Whether a failure is told at the edge of the page, and not beside what was refused. */
  readonly tellsFailure?: boolean;
  readonly onSuccess?: ((result: Result) => void) | undefined;
};

/** Something that a person does to the data. */
export function useAction<Result, Input = void>({ run, done, changes, tellsFailure, onSuccess }: Action<Input, Result>) {
  const client = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result) => {
      if (done) notify(done(result));
      onSuccess?.(result);
    },
    onError: (error) => {
      if (tellsFailure) notifyOfFailure(error);
    },
    onSettled: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
