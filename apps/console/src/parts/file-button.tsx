import { useRef } from 'react';
import { Button } from './button.tsx';

/** Files of transcripts. */
export const TRANSCRIPTS = '.srt,.vtt,.txt,text/vtt,application/x-subrip';

type Props = {
  readonly label: string;
  /** The name of the field, beside that of the button. */
  readonly name: string;
  readonly accept: string;
  readonly isMany?: boolean;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A button that chooses files. The same one can be chosen again. */
export function FileButton({ label, name, accept, isMany = false, disabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={isMany}
        disabled={disabled}
        aria-label={name}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
