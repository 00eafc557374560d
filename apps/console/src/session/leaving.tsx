import { Dialog } from '../parts/dialog.tsx';
import { counted } from '../parts/format.ts';
import { signOut } from './token.ts';

type LeavingProps = { readonly drafts: number; readonly onForget: () => void; readonly onClose: () => void };

/** Asks what becomes of work that is on this device alone. */
export function Leaving({ drafts, onForget, onClose }: LeavingProps) {
  const isOne = drafts === 1;
  return (
    <Dialog
      title="Work that is not uploaded"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onForget}>
            Forget it and sign out
          </button>
          <button type="button" className="button button-primary" onClick={() => signOut()}>
            Keep it and sign out
          </button>
        </>
      }
    >
      <p>
        {counted(drafts, 'transcript or list of chapters', 'transcripts or lists of chapters')} on this device {isOne ? 'is' : 'are'} not
        uploaded. Kept, {isOne ? 'it waits' : 'they wait'} here for 30 days for somebody who may open the episode. On a device that others
        use, forget {isOne ? 'it' : 'them'}.
      </p>
    </Dialog>
  );
}
