import '../kit/layout/tokens.css';
import SitePage from './SitePage.tsx';

/** The entry by which the build collects the site's styles and pictures. No page loads it. */
export default SitePage;
