import { Button } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log';
import { showToast } from './toast-store';
import { Row } from './layout';

interface PartBoundaryProps {
  /** Draws the part. */
  children: () => ReactNode;
  /** In place of a part that throws; by default a sentence with a button that draws it again. */
  fallback?: ReactNode;
  /** The part is drawn again when this changes, such as the item that it shows. */
  resetOn?: unknown;
  /** Before the part is drawn again at the user's wish. */
  onRetry?: () => void;
  /** Closes the part, if it is a dialog or menu: then a toast says that it could not be shown. */
  onClose?: (() => void) | undefined;
}

/** A part of a page that throws or cannot be loaded costs itself only; what is around it stays. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    logError('A part of the page could not be shown', error);
    const { onClose, onRetry } = this.props;
    if (!onClose) return;
    showToast('This could not be shown', { type: 'error' });
    onRetry?.();
    onClose();
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.draw();
  }

  override render(): ReactNode {
    const { children, fallback, onClose, onRetry } = this.props;
    if (!this.state.failed) return <Drawn draw={children} />;
    if (fallback !== undefined) return fallback;
    if (onClose) return null;
    return (
      <Row role="alert" gap={1} sx={{ py: 1, typography: 'body2' }}>
        This part could not be shown.
        <Button
          size="small"
          onClick={() => {
            onRetry?.();
            this.draw();
          }}
        >
          Try Again
        </Button>
      </Row>
    );
  }

  private draw(): void {
    this.setState({ failed: false });
  }
}

/** A boundary does not catch what it throws itself. */
function Drawn({ draw }: { draw: () => ReactNode }): ReactNode {
  return draw();
}
