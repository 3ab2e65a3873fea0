import '../kit/tokens.css';
import SitePage from './SitePage.tsx';

/** The way by which the build finds the site's styles and pictures; nobody loads it. */
export default SitePage;
