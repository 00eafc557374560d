import { ApiError } from '@app/client';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { notify, notifyOfFailure } from './notices.tsx';

type Action<Input, Result> = {
  readonly run: (input: Input) => Promise<Result>;
  /** The message when it is done. */
  readonly done?: (result: Result) => string;
  /** The queries that it changes: loaded again, also after a failure, which often means that somebody else was faster. */
  readonly changes: readonly QueryKey[];
  /** Shown elsewhere, such as beside the form that was refused; otherwise a failure is told at the edge of the page. */
  readonly showsFailure?: boolean;
  readonly onSuccess?: (result: Result) => void;
};

/** Something that a person does to the data. */
export function useAction<Result, Input = void>({ run, done, changes, showsFailure, onSuccess }: Action<Input, Result>) {
  const client = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result) => {
      if (done) notify(done(result));
      onSuccess?.(result);
    },
    onError: (error) => {
      if (!showsFailure) notifyOfFailure(error);
    },
    onSettled: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** The message for one field of a request, if the API refused that field. */
export function faultOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((detail) => detail.field === field)?.message;
}
