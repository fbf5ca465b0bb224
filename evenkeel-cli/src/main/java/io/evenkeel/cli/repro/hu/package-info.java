/** {@code evenkeel repro hu}: load direction by Hu et al. (SoCC 2017), its tables and figures. */
package io.evenkeel.cli.repro.hu;
